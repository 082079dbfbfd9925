import type { EntityName } from '@mikro-orm/postgresql';
import {
  AccessModule,
  AccessVersionEntity,
  ApiTokenEntity,
  CredentialEntity,
  GroupEntity,
  KnownAddressEntity,
  RefreshTokenEntity,
  RegionEntity,
  regionProjection,
  SessionEntity,
  SigningKeyEntity,
  UserEntity,
  userProjection,
} from '#access';
import { type AnyProjection, EventEntity, SubjectKeyEntity } from '#event-store';
import { GuestsModule } from '#guests';
import { HistoryModule } from '#history';
import { IdempotencyModule, IdempotentAnswerEntity } from '#idempotency';
import { ItemEntity, ItemsModule, itemProjection } from '#items';
import { LanguageEntity, LanguagesModule } from '#languages';
import { LocationEntity, LocationsModule, locationProjection } from '#locations';
import { MESSAGE_PROJECTIONS, MessagesModule } from '#messages';
import { ReferenceModule } from '#reference';
import { RequestEntity, RequestsModule, requestProjection } from '#requests';
import { RetentionModule } from '#retention';
import {
  WEBHOOK_PROJECTIONS,
  WebhookAttemptEntity,
  WebhookConfigurationEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
  WebhooksModule,
} from '#webhooks';

/** Every context of the service. */
export const MODULES = [
  ReferenceModule,
  LanguagesModule,
  LocationsModule,
  // Its interceptor runs behind that of access: a call that is over its limit does not act.
  AccessModule,
  IdempotencyModule,
  ItemsModule,
  RequestsModule,
  WebhooksModule,
  MessagesModule,
  HistoryModule,
  GuestsModule,
  RetentionModule,
];

/** Every projection, in the order its statements run. */
export const PROJECTIONS: readonly AnyProjection[] = [
  locationProjection,
  userProjection,
  regionProjection,
  itemProjection,
  requestProjection,
  ...WEBHOOK_PROJECTIONS,
  ...MESSAGE_PROJECTIONS,
];

/** The entities whose tables type the queries. */
export const ENTITIES: EntityName[] = [
  EventEntity,
  SubjectKeyEntity,
  IdempotentAnswerEntity,
  GroupEntity,
  ApiTokenEntity,
  UserEntity,
  CredentialEntity,
  RegionEntity,
  AccessVersionEntity,
  SessionEntity,
  RefreshTokenEntity,
  SigningKeyEntity,
  KnownAddressEntity,
  LanguageEntity,
  LocationEntity,
  ItemEntity,
  RequestEntity,
  WebhookConfigurationEntity,
  WebhookEndpointEntity,
  WebhookDeliveryEntity,
  WebhookAttemptEntity,
];
