import type { EntityName } from '@mikro-orm/postgresql';
import { addChangeSubjects, ChangeEntity, ChangesModule, changesApi } from '#contexts/changes';
import {
  CredentialEntity,
  CredentialsModule,
  KnownAddressEntity,
  LastLogins,
  RecoveryCodeEntity,
  RefreshTokenEntity,
  SEALED_SECOND_FACTORS,
  SecondFactorEntity,
  SessionEntity,
} from '#contexts/credentials';
import { GroupAccounts, GroupDirectory, GroupEntity, GroupSso, GroupsModule } from '#contexts/groups';
import { GuestNotices, GuestSettingsEntity, GuestSettingsModule, guestSettingsApi } from '#contexts/guest-settings';
import { GuestsModule, guestsApi } from '#contexts/guests';
import { HistoryModule } from '#contexts/history';
import {
  ImportEntity,
  ImportRefusalEntity,
  ImportRowEntity,
  ImportsModule,
  importsApi,
  SEALED_IMPORT_KEYS,
} from '#contexts/imports';
import {
  ItemContacts,
  ItemDescriptions,
  ItemEntity,
  ItemParcels,
  ItemReferences,
  ItemsModule,
  itemStream,
  itemSubject,
  itemsApi,
} from '#contexts/items';
import {
  LanguageDirectory,
  LanguageEntity,
  LanguagesModule,
  LocationDefaultLanguages,
  LocationLanguagesEntity,
  languagesApi,
} from '#contexts/languages';
import {
  LocationContacts,
  LocationDirectory,
  LocationEntity,
  LocationsModule,
  locationStream,
  locationSubject,
  locationsApi,
} from '#contexts/locations';
import {
  ChosenLanguageEntity,
  MessageAttemptEntity,
  MessageEntity,
  MessagesModule,
  MessagingSettingsEntity,
  messageProjections,
} from '#contexts/messages';
import { ReferenceModule, referenceApi } from '#contexts/reference';
import {
  RequestContacts,
  RequestEntity,
  RequestReferences,
  RequestsModule,
  requestStream,
  requestSubject,
  requestsApi,
} from '#contexts/requests';
import { RetentionModule } from '#contexts/retention';
import { ApiTokenEntity, SEALED_SIGNING_KEYS, SignInModule, SigningKeyEntity, signInApi, TokenNames } from '#contexts/sign-in';
import { SEALED_STAYS, StayEntity, StaysModule, staysApi } from '#contexts/stays';
import {
  AccessVersionEntity,
  RegionEntity,
  regionStream,
  UserDirectory,
  UserEntity,
  UsersModule,
  userStream,
  usersApi,
} from '#contexts/users';
import {
  addEndpointEvents,
  SEALED_USER_PARTS,
  SEALED_WEBHOOK_SECRETS,
  WebhookAttemptEntity,
  WebhookConfigurationEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
  WebhookEventEndpointEntity,
  WebhookRedeliveryEntity,
  WebhooksModule,
  webhookSubscriptions,
  webhooksApi,
} from '#contexts/webhooks';
import { KnownClusterEntity } from '#platform/copies';
import {
  EventEntity,
  EventFeedEntity,
  RebuildEntity,
  SnapshotEntity,
  Streams,
  SUBJECT_KEYS,
  type Subject,
  SubjectKeyEntity,
} from '#platform/event-store';
import type { ContextApi } from '#platform/http';
import { IdempotencyModule, IdempotentAnswerEntity, STORED_ANSWERS } from '#platform/idempotency';
import { ImagePrintEntity } from '#platform/images';
import { LimitsModule, RateLimitEntity } from '#platform/limits';
import type { SealedColumn } from '#platform/secrets';
import { RETIRED_KEYS, ServiceKeyEntity } from '#platform/secrets';

/** Every context of the service. */
export const MODULES = [
  ReferenceModule,
  LanguagesModule,
  LocationsModule,
  GuestSettingsModule,
  GroupsModule,
  CredentialsModule,
  UsersModule,
  SignInModule,
  LimitsModule,
  IdempotencyModule,
  ItemsModule,
  ImportsModule,
  RequestsModule,
  WebhooksModule,
  MessagesModule,
  StaysModule,
  HistoryModule,
  ChangesModule,
  GuestsModule,
  RetentionModule,
];

/** What the contexts add to the API, in the order of their tags in the OpenAPI document. */
export const APIS: readonly ContextApi[] = [
  itemsApi,
  importsApi,
  requestsApi,
  locationsApi,
  guestSettingsApi,
  webhooksApi,
  signInApi,
  usersApi,
  languagesApi,
  referenceApi,
  guestsApi,
  changesApi,
  staysApi,
];

/** What webhook endpoints and the list of changes tell of, in the order of their documentation. */
const SUBJECTS: readonly Subject[] = [itemSubject, requestSubject, locationSubject];

addEndpointEvents(SUBJECTS.flatMap(({ webhooks }) => webhooks));
addChangeSubjects(SUBJECTS.map(({ stream }) => stream.type));

const KINDS = [locationStream, userStream, regionStream, itemStream, requestStream];

/**
 * Every stream type, and the projections that write webhooks and messages for its events.
 * @param findsTogether milliseconds that the first message about a find waits for others
 */
export function streams(findsTogether = 0): Streams {
  return new Streams(KINDS, [...webhookSubscriptions(SUBJECTS), ...messageProjections(findsTogether)], SUBJECTS);
}

/** The kinds of record that are numbered per Group. */
export const NUMBERED = [...KINDS.map(({ type }) => type), 'language'];

/** Every column with values that a key of the service has sealed; a spec finds the ones that are missing here. */
export const SEALED: readonly SealedColumn[] = [
  RETIRED_KEYS,
  SUBJECT_KEYS,
  STORED_ANSWERS,
  SEALED_SIGNING_KEYS,
  SEALED_SECOND_FACTORS,
  SEALED_IMPORT_KEYS,
  SEALED_STAYS,
  ...SEALED_USER_PARTS,
  ...SEALED_WEBHOOK_SECRETS,
];

/** The entities of all tables and views: they type the queries, and a spec compares them with the migrated schema. */
export const ENTITIES: EntityName[] = [
  EventEntity,
  SubjectKeyEntity,
  SnapshotEntity,
  ServiceKeyEntity,
  KnownClusterEntity,
  RebuildEntity,
  EventFeedEntity,
  RateLimitEntity,
  ImagePrintEntity,
  IdempotentAnswerEntity,
  GroupEntity,
  GroupDirectory,
  GroupAccounts,
  GroupSso,
  ApiTokenEntity,
  TokenNames,
  UserEntity,
  UserDirectory,
  CredentialEntity,
  LastLogins,
  RegionEntity,
  AccessVersionEntity,
  SessionEntity,
  RefreshTokenEntity,
  SigningKeyEntity,
  KnownAddressEntity,
  SecondFactorEntity,
  RecoveryCodeEntity,
  LanguageEntity,
  LanguageDirectory,
  LocationLanguagesEntity,
  LocationDefaultLanguages,
  LocationEntity,
  LocationDirectory,
  LocationContacts,
  ItemEntity,
  ItemDescriptions,
  ItemContacts,
  ItemReferences,
  ItemParcels,
  ImportEntity,
  ImportRowEntity,
  ImportRefusalEntity,
  RequestEntity,
  RequestContacts,
  RequestReferences,
  WebhookConfigurationEntity,
  WebhookEndpointEntity,
  WebhookEventEndpointEntity,
  WebhookRedeliveryEntity,
  WebhookDeliveryEntity,
  WebhookAttemptEntity,
  MessageEntity,
  MessageAttemptEntity,
  MessagingSettingsEntity,
  ChosenLanguageEntity,
  GuestSettingsEntity,
  ChangeEntity,
  GuestNotices,
  StayEntity,
];
