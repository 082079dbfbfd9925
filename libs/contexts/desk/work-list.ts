import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { itemRecord, itemsEnding, itemsIn, itemsInTrouble, itemsUnpaid, itemsWaiting, type WaitingItem } from '#contexts/items';
import { LocationQueries, type LocationRow } from '#contexts/locations';
import { unreadReplies } from '#contexts/messages';
import { MOST_LISTED } from '#contexts/records';
import {
  LikelyMatches,
  requestRecord,
  requestsAnswered,
  requestsLikelyMatched,
  requestsWaiting,
  type WaitingRequest,
} from '#contexts/requests';
import { Database, type Places, withinPlaces } from '#platform/database';
import { type Caller, Clock, reaches, recordTimestamp, UnknownReferences } from '#platform/kernel';
import type { Task, TaskKind } from './http/task.records.js';

/** Days left when storage ends soon, and days after which a payment is late (decisions.md, section 13, Work list). */
const [ENDING_DAYS, UNPAID_DAYS] = [7, 3];

/** Work waiting at the desk (decisions.md, section 13, Work list). */
@Injectable()
export class WorkList {
  constructor(
    private readonly database: Database,
    private readonly locations: LocationQueries,
    private readonly matches: LikelyMatches,
    private readonly clock: Clock,
  ) {}

  /**
   * Every kind of task in its order, of the Locations that the caller has access to or of one.
   * @throws UnknownReferences when the caller has no access to that one
   */
  async of(caller: Caller, locationID?: string): Promise<Task[]> {
    const { group, scope } = caller;
    const reach: Places = scope.all ? null : scope.locationIDs;
    const asked: Places = locationID === undefined ? reach : [locationID];
    const places = locationID === undefined || reaches(caller, locationID) ? asked : [];
    await this.matches.compareLatest(group.id);
    const now = this.clock.now();
    const [
      location,
      repliesToItems,
      repliesToRequests,
      handOver,
      pack,
      trouble,
      answered,
      noContact,
      ending,
      failedItems,
      failedRequests,
      payment,
      match,
    ] = await this.database.list<
      [
        LocationRow,
        WaitingItem,
        WaitingRequest,
        WaitingItem,
        WaitingItem,
        WaitingItem,
        WaitingRequest,
        WaitingItem,
        WaitingItem,
        WaitingItem,
        WaitingRequest,
        WaitingItem,
        WaitingRequest,
      ]
    >(
      this.locations.reading(caller, locationID ?? ''),
      itemsWaiting(group.id, unreadReplies('item', group.id, places)),
      requestsWaiting(group.id, unreadReplies('request', group.id, places)),
      itemsIn('pickup-by-guest', group.id, places),
      itemsIn('shipment-paid', group.id, places),
      itemsInTrouble(group.id, places),
      requestsAnswered(group.id, places),
      itemsIn('contact-missing', group.id, places),
      itemsEnding(now, ENDING_DAYS, group.id, places),
      itemsWaiting(group.id, failed('item', group.id, places)),
      requestsWaiting(group.id, failed('request', group.id, places)),
      itemsUnpaid(now, UNPAID_DAYS, group.id, places),
      requestsLikelyMatched(group.id, places, reach),
    );
    if (locationID !== undefined && location.length === 0) throw new UnknownReferences(['locationID']);
    return [
      task('reply', repliesToItems, repliesToRequests),
      task('hand-over', handOver, []),
      task('pack', pack, []),
      task('shipment-problem', trouble, []),
      task('guest-answered', [], answered),
      task('no-contact', noContact, []),
      task('ending', ending, []),
      task('message-failed', failedItems, failedRequests),
      task('payment', payment, []),
      task('match', [], match),
    ];
  }
}

/** The records with an owner or guest who was not reached. */
function failed(record: 'item' | 'request', groupID: number, places: Places) {
  return sql`
    select f.id, min(f.since) as since, count(*) over () as total from failed_messages f
    where f.group_id = ${groupID}::int and f.record = ${record}::text and ${withinPlaces(places)}
    group by f.id order by since, id limit ${sql.lit(MOST_LISTED)}`;
}

function task(kind: TaskKind, items: readonly WaitingItem[], requests: readonly WaitingRequest[]): Task {
  const waiting = [
    ...items.map((row) => ({ since: row.since, record: itemRecord(row) })),
    ...requests.map((row) => ({ since: row.since, record: requestRecord(row) })),
  ].sort((one, other) => (one.since < other.since ? -1 : one.since > other.since ? 1 : 0));
  return {
    kind,
    count: (items[0]?.count ?? 0) + (requests[0]?.count ?? 0),
    oldest: waiting[0] ? recordTimestamp(waiting[0].since) : null,
    records: waiting.slice(0, MOST_LISTED).map(({ record }) => record),
  };
}
