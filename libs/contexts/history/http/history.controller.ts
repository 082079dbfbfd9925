import { Controller, Get, Query } from '@nestjs/common';
import { Beyond, CurrentCaller, Endpoint, ID, LocationID, listing, PageQuery, Requires } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { HistoryQueries, type PageOfChanges, type PageOfHistory } from '../read-model/history.queries.js';
import { ChangeHistoryRecord, HistoryRecord, historyRecord } from './history.record.js';

class HistoryQuery extends PageQuery(50) {}

const DESCRIPTION = 'The events of the record with their actor and time, newest first.';
const CHANGES = {
  description: `${DESCRIPTION} The history of a deleted record remains available.`,
  answers: ChangeHistoryRecord,
  list: 'events',
} as const;
const EVENTS = { description: DESCRIPTION, answers: HistoryRecord, list: 'events' } as const;

/** The audit trail of a record. */
@Beyond()
@Controller('api/v2')
export class HistoryController {
  constructor(private readonly history: HistoryQueries) {}

  @Get('items/:itemID/history')
  @Requires('items.read')
  @Endpoint('listItemHistory', "List an item's history", CHANGES)
  async ofItem(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number, @Query() query: HistoryQuery) {
    return changesPage(await this.history.ofItem(caller, itemID, query), query);
  }

  @Get('requests/:requestID/history')
  @Requires('requests.read')
  @Endpoint('listRequestHistory', "List a Request's history", CHANGES)
  async ofRequest(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number, @Query() query: HistoryQuery) {
    return changesPage(await this.history.ofRequest(caller, requestID, query), query);
  }

  @Get('locations/:locationID/history')
  @Requires('locations.edit')
  @Endpoint('listLocationHistory', "List a Location's history", EVENTS)
  async ofLocation(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @Query() query: HistoryQuery) {
    return historyPage(await this.history.ofLocation(caller, locationID, query), query);
  }

  @Get('users/:userID/history')
  @Requires('users.read')
  @Endpoint('listUserHistory', "List a user's history", {
    ...EVENTS,
    description: `${DESCRIPTION} Callers with access to all Locations also see the history of deleted users.`,
  })
  async ofUser(@CurrentCaller() caller: Caller, @ID('userID') userID: number, @Query() query: HistoryQuery) {
    return historyPage(await this.history.ofUser(caller, userID, query), query);
  }
}

function changesPage({ names, changes, ...page }: PageOfChanges, query: HistoryQuery) {
  return listing(query, page, (event) => ({ ...historyRecord(event, names), changes: changes.get(event.version) ?? [] }));
}

function historyPage({ names, ...page }: PageOfHistory, query: HistoryQuery) {
  return listing(query, page, (event) => historyRecord(event, names));
}
