import { Module } from '@nestjs/common';
import { ItemsModule } from '#contexts/items';
import { LanguagesModule } from '#contexts/languages';
import { LocationsModule } from '#contexts/locations';
import { UsersModule } from '#contexts/users';
import { EraseRequestHandler } from './commands/erase-request.js';
import { MakeRequestHandler } from './commands/make-request.js';
import { MatchItemHandler, UnmatchItemHandler } from './commands/match-item.js';
import { ItemMatchesModule } from './commands/reopen-requests.js';
import { REQUEST_COMMANDS } from './commands/request.commands.js';
import { RequestExecutor } from './commands/request.executor.js';
import { RequestNumbers } from './commands/request-numbers.js';
import { RequestPhotos } from './commands/request-photos.js';
import { UpdateRequestHandler } from './commands/update-request.js';
import { CandidatesController } from './http/candidates.controller.js';
import { LocationRequestsController } from './http/location-requests.controller.js';
import { RequestLifeCycleController } from './http/request-life-cycle.controller.js';
import { RequestsController } from './http/requests.controller.js';
import { CandidateQueries } from './read-model/candidate.queries.js';
import { LikelyMatches } from './read-model/likely-matches.js';
import { MeantItems } from './read-model/meant-items.js';
import { RequestQueries } from './read-model/request.queries.js';

@Module({
  imports: [LanguagesModule, LocationsModule, UsersModule, ItemsModule, ItemMatchesModule],
  controllers: [LocationRequestsController, RequestsController, RequestLifeCycleController, CandidatesController],
  providers: [
    RequestQueries,
    CandidateQueries,
    LikelyMatches,
    MeantItems,
    RequestNumbers,
    RequestPhotos,
    RequestExecutor,
    ...REQUEST_COMMANDS,
    MakeRequestHandler,
    MatchItemHandler,
    UnmatchItemHandler,
    UpdateRequestHandler,
    EraseRequestHandler,
  ],
  exports: [RequestQueries, RequestPhotos, LikelyMatches, MeantItems],
})
export class RequestsModule {}
