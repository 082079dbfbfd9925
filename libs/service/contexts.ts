import type { EntityName } from '@mikro-orm/postgresql';
import {
  CredentialEntity,
  CredentialsModule,
  KnownAddressEntity,
  RefreshTokenEntity,
  SessionEntity,
} from '#contexts/credentials';
import { GroupEntity, GroupsModule } from '#contexts/groups';
import { GuestsModule } from '#contexts/guests';
import { HistoryModule } from '#contexts/history';
import { ItemEntity, ItemsModule, itemProjection } from '#contexts/items';
import { LanguageEntity, LanguagesModule } from '#contexts/languages';
import { LocationEntity, LocationsModule, locationProjection } from '#contexts/locations';
import { MESSAGE_PROJECTIONS, MessagesModule } from '#contexts/messages';
import { ReferenceModule } from '#contexts/reference';
import { RequestEntity, RequestsModule, requestProjection } from '#contexts/requests';
import { RetentionModule } from '#contexts/retention';
import { ApiTokenEntity, SignInModule, SigningKeyEntity } from '#contexts/sign-in';
import { AccessVersionEntity, RegionEntity, regionProjection, UserEntity, UsersModule, userProjection } from '#contexts/users';
import {
  WEBHOOK_PROJECTIONS,
  WebhookAttemptEntity,
  WebhookConfigurationEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
  WebhooksModule,
} from '#contexts/webhooks';
import { type AnyProjection, EventEntity, SubjectKeyEntity } from '#platform/event-store';
import { IdempotencyModule, IdempotentAnswerEntity } from '#platform/idempotency';
import { LimitsModule } from '#platform/limits';

/** Every context of the service. */
export const MODULES = [
  ReferenceModule,
  LanguagesModule,
  LocationsModule,
  // Its interceptor runs behind that of access: a call that is over its limit does not act.
  GroupsModule,
  CredentialsModule,
  UsersModule,
  SignInModule,
  LimitsModule,
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
