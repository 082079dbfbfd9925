import { Module } from '@nestjs/common';
import { ItemsModule } from '#contexts/items';
import { LanguagesModule } from '#contexts/languages';
import { LocationsModule } from '#contexts/locations';
import { ChangeRequestHandler } from './commands/change-request.js';
import { EraseRequests } from './commands/erase-requests.js';
import { ExpireDueRequests } from './commands/expire-due-requests.js';
import { MakeRequestHandler } from './commands/make-request.js';
import { RequestNumbers } from './commands/request-numbers.js';
import { CandidatesController } from './http/candidates.controller.js';
import { LocationRequestsController } from './http/location-requests.controller.js';
import { RequestLifeCycleController } from './http/request-life-cycle.controller.js';
import { RequestsController } from './http/requests.controller.js';
import { CandidateQueries } from './read-model/candidate.queries.js';
import { RequestQueries } from './read-model/request.queries.js';

@Module({
  imports: [LanguagesModule, LocationsModule, ItemsModule],
  controllers: [LocationRequestsController, RequestsController, RequestLifeCycleController, CandidatesController],
  providers: [
    RequestQueries,
    CandidateQueries,
    RequestNumbers,
    MakeRequestHandler,
    ChangeRequestHandler,
    EraseRequests,
    ExpireDueRequests,
  ],
  exports: [EraseRequests, ExpireDueRequests, RequestQueries],
})
export class RequestsModule {}
