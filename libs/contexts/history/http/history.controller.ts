import { Controller, Get, Query } from '@nestjs/common';
import { Beyond, CurrentCaller, Endpoint, ID, LocationID, listing, PageQuery, Requires } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { HistoryQueries, type PageOfHistory } from '../read-model/history.queries.js';
import { HistoryRecord, historyRecord } from './history.record.js';

class HistoryQuery extends PageQuery(50) {}

/** Who did what to a record, and when: its events, newest first. */
@Beyond()
@Controller('api/v2')
export class HistoryController {
  constructor(private readonly history: HistoryQueries) {}

  @Get('items/:itemID/history')
  @Requires('items.read')
  @Endpoint('listItemHistory', 'What happened to an item, newest first; deleted ones included', {
    answers: HistoryRecord,
    list: 'events',
  })
  async ofItem(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number, @Query() query: HistoryQuery) {
    return shown(await this.history.ofItem(caller, itemID, query), query);
  }

  @Get('requests/:requestID/history')
  @Requires('requests.read')
  @Endpoint('listRequestHistory', 'What happened to a Request, newest first; deleted ones included', {
    answers: HistoryRecord,
    list: 'events',
  })
  async ofRequest(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number, @Query() query: HistoryQuery) {
    return shown(await this.history.ofRequest(caller, requestID, query), query);
  }

  @Get('locations/:locationID/history')
  @Requires('locations.edit')
  @Endpoint('listLocationHistory', 'What happened to a Location, newest first', { answers: HistoryRecord, list: 'events' })
  async ofLocation(@CurrentCaller() caller: Caller, @LocationID() locationID: string, @Query() query: HistoryQuery) {
    return shown(await this.history.ofLocation(caller, locationID, query), query);
  }

  @Get('users/:userID/history')
  @Requires('users.read')
  @Endpoint('listUserHistory', 'What happened to a user, newest first; to a deleted one for who reaches every Location', {
    answers: HistoryRecord,
    list: 'events',
  })
  async ofUser(@CurrentCaller() caller: Caller, @ID('userID') userID: number, @Query() query: HistoryQuery) {
    return shown(await this.history.ofUser(caller, userID, query), query);
  }
}

function shown({ names, ...page }: PageOfHistory, query: HistoryQuery) {
  return listing(query, page, (event) => historyRecord(event, names));
}
