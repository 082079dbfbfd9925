import { Module } from '@nestjs/common';
import { ItemsModule } from '#contexts/items';
import { LanguagesModule } from '#contexts/languages';
import { LocationsModule } from '#contexts/locations';
import { AskForDetailsHandler } from './commands/ask-for-details.js';
import { CloseRequestHandler } from './commands/close-request.js';
import { DeleteRequestHandler } from './commands/delete-request.js';
import { EraseRequestHandler } from './commands/erase-request.js';
import { GiveDetailsHandler } from './commands/give-details.js';
import { MakeRequestHandler } from './commands/make-request.js';
import { MatchItemHandler } from './commands/match-item.js';
import { RequestCommands } from './commands/request-commands.js';
import { RequestNumbers } from './commands/request-numbers.js';
import { RequestPhotos } from './commands/request-photos.js';
import { UnmatchItemHandler } from './commands/unmatch-item.js';
import { WriteToGuestHandler } from './commands/write-to-guest.js';
import { CandidatesController } from './http/candidates.controller.js';
import { LocationRequestsController } from './http/location-requests.controller.js';
import { RequestLifeCycleController } from './http/request-life-cycle.controller.js';
import { RequestsController } from './http/requests.controller.js';
import { ItemMatchesModule } from './item-matches.module.js';
import { CandidateQueries } from './read-model/candidate.queries.js';
import { RequestQueries } from './read-model/request.queries.js';

@Module({
  imports: [LanguagesModule, LocationsModule, ItemsModule, ItemMatchesModule],
  controllers: [LocationRequestsController, RequestsController, RequestLifeCycleController, CandidatesController],
  providers: [
    RequestQueries,
    CandidateQueries,
    RequestNumbers,
    RequestPhotos,
    RequestCommands,
    MakeRequestHandler,
    AskForDetailsHandler,
    GiveDetailsHandler,
    MatchItemHandler,
    UnmatchItemHandler,
    CloseRequestHandler,
    WriteToGuestHandler,
    DeleteRequestHandler,
    EraseRequestHandler,
  ],
  exports: [RequestQueries, RequestPhotos],
})
export class RequestsModule {}
