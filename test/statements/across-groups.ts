import type { Sent } from '../support/statements.setup.js';

interface Listed {
  name: string;
  why: string;
  text?: string;
  /** How the path of the code that sends them begins: for a part whose work is to go through everything. */
  from?: string;
}

/** Whether the statement is meant by an entry of the list. */
export function isListedBy({ text, from }: Listed, sent: Sent): boolean {
  return text === undefined ? sent.from.startsWith(from!) : sent.text.includes(text);
}

/** Statements that touch tables of several Groups, or look for the Group: by a piece of their text with single spaces, or by sender. */
export const ACROSS_GROUPS: readonly Listed[] = [
  {
    name: 'claim of deliveries',
    why: 'a worker takes what is due of every Group and endpoint in turn',
    text: 'with recursive "lane" as ( (select "group_id", "kind" from webhook_deliveries',
  },
  {
    name: 'claim of labels',
    why: 'a worker asks carriers about the parcels of every Group in turn',
    text: 'update parcel_labels w set "lease_token" =',
  },
  {
    name: 'claim of payments',
    why: 'a worker ends payments and gives money back of every Group in turn',
    text: 'update payment_pages w set "lease_token" =',
  },
  {
    name: 'claim of refunds',
    why: 'as of payments',
    text: 'update payment_refunds w set "lease_token" =',
  },
  {
    name: 'pictures of erased replies',
    why: 'a worker removes them of every Group in turn, then their rows',
    text: 'select group_id, mail, record, record_id, attachments from replies where erased',
  },
  {
    name: 'claim of connections',
    why: 'a worker reads what is due of every Group',
    text: 'update connection_work w set "lease" =',
  },
  {
    name: 'connection of an event',
    why: 'the key in its address is all that a provider brings: its Group is found by it',
    text: 'select * from connections where events_key =',
  },
  {
    name: 'progress of rebuilds',
    why: 'a rebuild goes through all Groups, and its metrics say how far it is',
    text: 'select projection, events, extract(epoch from now() - noted_at)',
  },
  {
    name: 'redelivery of ranges',
    why: 'a worker goes on with those of every Group',
    text: 'select * from webhook_redeliveries order by random()',
  },
  {
    name: 'endpoints of claimed deliveries',
    why: 'a worker asks about all that it holds at once',
    text: 'as lane(group_id int, kind text)) select lane.group_id, lane.kind, case when target.enabled',
  },
  {
    name: 'results of deliveries',
    why: 'a worker writes what a round of calls came to, of all Groups at once, by their keys',
    text: 'with result as materialized ( select * from json_to_recordset',
  },
  {
    name: 'leases',
    why: 'as for results: a worker prolongs its leases, and gives them back',
    text: 'as held("group_id" int',
  },
  {
    name: 'message queue',
    why: 'a worker ends what was interrupted, in all Groups',
    text: "with lost as ( update messages w set status = 'uncertain'",
  },
  {
    name: 'claim of messages',
    why: 'a worker takes what is due of every Group and Location in turn',
    text: 'with recursive "place" as ( (select "group_id", "location_id" from messages',
  },
  {
    name: 'finds told together',
    why: 'a worker leases what is sent in one with what it has just leased',
    text: 'with led as ( select m.group_id, m.location_id, m.kind',
  },
  {
    name: 'reminders that are due',
    why: 'a sweep looks for them in all Groups',
    from: 'libs/contexts/messages/delivery/reminders.ts',
  },
  {
    name: 'time zones to be carried over',
    why: 'a sweep looks for them in all Groups, and gives them one by one',
    text: 'select l.group_id, l.id, l.location_id, s.zone from messaging_settings s',
  },
  {
    name: 'resuming of messages',
    why: '`npm run admin` resumes those of one Group or of all',
    text: "update messages set status = 'waiting', error = null, step = 0",
  },
  {
    name: 'imports in turn',
    why: 'a worker looks for the Group whose import has waited longest',
    text: 'where w.parts > 0 and (w."leased_until" is null or',
  },
  {
    name: 'endpoints that are disabled',
    why: 'the metrics count those of all Groups',
    text: 'where not enabled and disabled_reason is not null',
  },
  {
    name: 'messages that are held',
    why: 'the metrics count those of all Groups',
    text: "select from messages where status = 'held' limit",
  },
  {
    name: 'imports under way',
    why: 'the metrics count those of all Groups',
    text: 'left join imports i on i.parts > 0 and i.status = state.status',
  },
  {
    name: 'refused rows of long ago',
    why: 'a sweep forgets those of imports of all Groups',
    text: 'delete from import_refusals where (group_id, import_id, row) in (',
  },
  {
    name: 'failures of messages that are settled',
    why: 'a sweep looks for them in all Groups',
    text: 'update messages m set settled = true',
  },
  {
    name: 'comparisons that are due',
    why: 'a worker takes some of every Group in turn',
    text: 'with recursive "one" as ( (select "group_id" from comparisons_due',
  },
  {
    name: 'holds that have ended',
    why: 'a sweep looks for them in all Groups, and ends them one by one',
    text: 'select group_id, id, "held_until" as due from "items" where true',
  },
  {
    name: 'expiry of items',
    why: 'the daily sweep looks for what is due in all Groups, and changes it Group by Group',
    text:
      "from \"items\" where status in ('contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest') " +
      'and held_until is null and "storage_expires_at" <=',
  },
  {
    name: 'expiry of Requests',
    why: 'as for items',
    text: 'from "requests" where status in (\'registered\', \'waiting-guest-response\') and "expires_at" <=',
  },
  {
    name: 'Requests whose item is there no more',
    why: 'a sweep goes through all Requests that have an item, and opens them one by one',
    text: "::int) and status = 'resolved' and matched_item_id is not null",
  },
  {
    name: 'ended sessions',
    why: 'a sweep by age',
    text: 'delete from sessions where (group_id, id) in (',
  },
  {
    name: 'stays of long ago',
    why: 'a sweep by age',
    text: 'delete from stays where (group_id, location_id, external_id) in (',
  },
  {
    name: 'addresses of long ago',
    why: 'a sweep by age',
    text: 'delete from known_addresses where (group_id, user_id, address) in (',
  },
  {
    name: 'cleaning of answers to repeated calls',
    why: 'a sweep by age',
    text: 'delete from "idempotent_answers" where ("group_id", "id") in',
  },
  {
    name: 'last use of API tokens',
    why: 'written for all tokens that were used, once in a while',
    text: 'update "api_tokens" set "last_used_at" = greatest',
  },
  {
    name: 'API token',
    why: 'a token is all that a caller brings: the Group is found by it',
    text: '"api_tokens"."revoked_at" is null and "api_tokens"."hash" = ',
  },
  {
    name: 'revoking of an API token',
    why: "`npm run admin` is given the token's identifier alone",
    text: 'select "group_id" from "api_tokens" where "id" = ',
  },
  {
    name: 'sign-in',
    why: 'users bring a name alone, which is unique over all Groups: the Group is found by it',
    text: 'where "credentials"."username" = ',
  },
  {
    name: 'refresh token',
    why: 'as for an API token, and its use and its session in the same round trip',
    text: 'with session as ( select s.group_id, s.user_id, s.id from sessions s join refresh_tokens t',
  },
  {
    name: 'reuse or end of a session',
    why: 'as for an API token',
    text: 'delete from "sessions" using "refresh_tokens"',
  },
  {
    name: 'rebuild: comparing',
    why: 'the log is read from its beginning, and a read model compared with it, for all Groups',
    from: 'libs/platform/event-store/inspection.ts',
  },
  {
    name: 'rebuild: replacing',
    why: 'rows that differ are replaced, of all Groups',
    from: 'libs/platform/event-store/repair.ts',
  },
  { name: 'rebuild: progress', why: 'how far it is stands for all Groups', from: 'libs/platform/event-store/rebuilder.ts' },
  {
    name: 'change of the key',
    why: 'whatever is sealed is sealed again, and samples are opened at the start, of all Groups',
    from: 'libs/platform/secrets/',
  },
  {
    name: 'change feed: reading',
    why: 'the log is read in one order, for all Groups at once, by whoever reads',
    from: 'libs/platform/event-store/feed/',
  },
  { name: 'backup and restore', why: 'a backup is of all Groups', from: 'libs/service/backup/' },
  { name: 'migrations', why: 'a migration changes the rows of all Groups, in batches', from: 'libs/service/migrate.ts' },
  {
    name: 'end of held messages',
    why: 'what is held for two weeks, or beyond what a Group may have, is dropped for all Groups',
    text: `with recursive "holder" as ( (select "group_id" from messages where status = 'held'`,
  },
  {
    name: 'orphaned files',
    why: 'stored files are looked through a page at a time, whatever Group they are of',
    from: 'libs/contexts/retention/orphans.ts',
  },
  {
    name: 'restored copies: messages',
    why: 'what waited in a copy is dropped for all Groups',
    text: "update messages set status = 'obsolete', sending = false, claimable_at = null, lease_token = null where claimable_at",
  },
  {
    name: 'restored copies: deliveries',
    why: 'what waited in a copy is dropped for all Groups',
    text: 'with ranges as (delete from webhook_redeliveries)',
  },
  {
    name: 'addresses with credentials',
    why: 'what earlier releases wrote is sealed when the service starts',
    text: 'from "webhook_endpoints" where "url" like',
  },
  {
    name: 'single sign-on',
    why: 'the provider names an address and, where it must, a Group by its code: the user is looked for in the Groups that use it',
    from: 'libs/contexts/sign-in/sso/sso-users.ts',
  },
];
