import type { EntityName } from '@mikro-orm/postgresql';
import type { Type } from '@nestjs/common';
import { auditContext, auditSubscriptions } from '#contexts/audit';
import { addChangeSubjects, changesContext } from '#contexts/changes';
import { connectionsContext } from '#contexts/connections';
import { credentialsContext } from '#contexts/credentials';
import { deskContext } from '#contexts/desk';
import { groupsContext } from '#contexts/groups';
import { guestSettingsContext } from '#contexts/guest-settings';
import { guestsContext } from '#contexts/guests';
import { historyContext } from '#contexts/history';
import { importsContext } from '#contexts/imports';
import { itemsContext } from '#contexts/items';
import { languagesContext } from '#contexts/languages';
import { locationsContext } from '#contexts/locations';
import { messageProjections, messagesContext } from '#contexts/messages';
import { parcelsContext } from '#contexts/parcels';
import { PAYMENT_WORK, paymentsContext } from '#contexts/payments';
import { referenceContext } from '#contexts/reference';
import { MATCH_WORK, requestsContext } from '#contexts/requests';
import { retentionContext } from '#contexts/retention';
import { signInContext } from '#contexts/sign-in';
import { staysContext } from '#contexts/stays';
import { storagePlacesContext } from '#contexts/storage-places';
import { usersContext } from '#contexts/users';
import { addEndpointEvents, webhookSubscriptions, webhooksContext } from '#contexts/webhooks';
import { KnownClusterEntity } from '#platform/copies';
import type { Migrations } from '#platform/database';
import {
  type AnyStream,
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
import { GuessEntity, LimitsModule, RateLimitEntity } from '#platform/limits';
import { RETIRED_KEYS, type SealedColumn, ServiceKeyEntity } from '#platform/secrets';
import { LastBackupEntity } from './backup/last-backup.entity.js';

/** A context as it is handed in: all that the service knows of it. */
interface Context {
  module: Type;
  /** Its routes' roles, problems, tag and webhooks, for the API and its document. */
  api?: ContextApi;
  /** Its kinds of record that are event-sourced. */
  streams?: readonly AnyStream[];
  /** The kinds of record that webhook endpoints and the list of changes tell of. */
  subjects?: readonly Subject[];
  /** Its other kinds of record that are numbered per Group. */
  numbered?: readonly string[];
  /** Its tables and views: they type the queries, and a spec compares them with the migrated schema. */
  entities?: readonly EntityName[];
  /** Its columns with values that a key of the service has sealed; a spec finds the ones that are missing. */
  sealed?: readonly SealedColumn[];
  migrations?: Migrations;
}

/** Every context, behind those with the tables and views that it refers to. */
const CONTEXTS: readonly Context[] = [
  referenceContext,
  groupsContext,
  languagesContext,
  locationsContext,
  connectionsContext,
  guestSettingsContext,
  credentialsContext,
  usersContext,
  signInContext,
  storagePlacesContext,
  itemsContext,
  parcelsContext,
  paymentsContext,
  importsContext,
  requestsContext,
  webhooksContext,
  messagesContext,
  deskContext,
  staysContext,
  historyContext,
  changesContext,
  auditContext,
  guestsContext,
  retentionContext,
];

/** The contexts that the OpenAPI document begins with; the others follow. */
const DOCUMENTED_FIRST: readonly Context[] = [
  itemsContext,
  importsContext,
  requestsContext,
  locationsContext,
  guestSettingsContext,
  webhooksContext,
  signInContext,
  usersContext,
  languagesContext,
  referenceContext,
  guestsContext,
  changesContext,
  auditContext,
];
const DOCUMENTED = [...new Set([...DOCUMENTED_FIRST, ...CONTEXTS])];

export const MODULES = [LimitsModule, IdempotencyModule, ...CONTEXTS.map(({ module }) => module)];

/** The parts that the contexts add to the API, in the order of their tags in the OpenAPI document. */
export const APIS = DOCUMENTED.flatMap(({ api }) => api ?? []);

const SUBJECTS = DOCUMENTED.flatMap(({ subjects }) => subjects ?? []);

addEndpointEvents(SUBJECTS.flatMap(({ webhooks }) => webhooks));
addChangeSubjects(SUBJECTS.map(({ stream }) => stream.type));

const KINDS = CONTEXTS.flatMap(({ streams }) => streams ?? []);

/**
 * Every stream type, and the projections that write comparisons, webhooks, messages and the audit for its events.
 * @param findsTogether milliseconds that the first message about a find waits for others
 */
export function streams(findsTogether = 0): Streams {
  const work = [
    ...MATCH_WORK,
    PAYMENT_WORK,
    ...webhookSubscriptions(SUBJECTS),
    ...messageProjections(findsTogether),
    ...auditSubscriptions,
  ];
  return new Streams(KINDS, work, SUBJECTS);
}

/** The kinds of record that are numbered per Group. */
export const NUMBERED = [...KINDS.map(({ type }) => type), ...CONTEXTS.flatMap(({ numbered }) => numbered ?? [])];

/** Every column with values that a key of the service has sealed. */
export const SEALED: readonly SealedColumn[] = [
  RETIRED_KEYS,
  SUBJECT_KEYS,
  STORED_ANSWERS,
  ...CONTEXTS.flatMap(({ sealed }) => sealed ?? []),
];

/** The entities of all tables and views. */
export const ENTITIES: EntityName[] = [
  EventEntity,
  SubjectKeyEntity,
  SnapshotEntity,
  ServiceKeyEntity,
  KnownClusterEntity,
  LastBackupEntity,
  RebuildEntity,
  EventFeedEntity,
  RateLimitEntity,
  GuessEntity,
  ImagePrintEntity,
  IdempotentAnswerEntity,
  ...CONTEXTS.flatMap(({ entities }) => entities ?? []),
];

/** The migrations of the contexts, in their order. */
export const CONTEXT_MIGRATIONS: Migrations = Object.assign({}, ...CONTEXTS.map(({ migrations }) => migrations));
