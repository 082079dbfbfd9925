import { requestsApi } from './http/requests.api.js';
import { requestMigrations } from './migrations/index.js';
import { ComparisonDueEntity, LikelyMatchEntity } from './read-model/likely-match.entities.js';
import { RequestContacts, RequestEntity, RequestReferences, RequestsUnderWay } from './read-model/request.entity.js';
import { requestStream } from './request.stream.js';
import { requestSubject } from './request.subject.js';
import { RequestsModule } from './requests.module.js';

/** This context, as the service takes it. */
export const requestsContext = {
  module: RequestsModule,
  api: requestsApi,
  streams: [requestStream],
  subjects: [requestSubject],
  entities: [RequestEntity, RequestContacts, RequestReferences, RequestsUnderWay, LikelyMatchEntity, ComparisonDueEntity],
  migrations: requestMigrations,
};
