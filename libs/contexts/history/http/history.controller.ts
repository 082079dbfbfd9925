import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Answer, Beyond, CurrentCaller, IdParam, LocationIdParam, listing, PageQuery, Requires } from '#platform/http';
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
  @ApiOperation({ operationId: 'listItemHistory', summary: 'What happened to an item, newest first; deleted ones included' })
  @Answer(HistoryRecord, { list: 'events' })
  async ofItem(@CurrentCaller() caller: Caller, @Param('itemID', IdParam) itemID: number, @Query() query: HistoryQuery) {
    return shown(await this.history.ofItem(caller, itemID, query), query);
  }

  @Get('requests/:requestID/history')
  @Requires('requests.read')
  @ApiOperation({ operationId: 'listRequestHistory', summary: 'What happened to a Request, newest first; deleted ones included' })
  @Answer(HistoryRecord, { list: 'events' })
  async ofRequest(@CurrentCaller() caller: Caller, @Param('requestID', IdParam) requestID: number, @Query() query: HistoryQuery) {
    return shown(await this.history.ofRequest(caller, requestID, query), query);
  }

  @Get('locations/:locationID/history')
  @Requires('locations.edit')
  @ApiOperation({ operationId: 'listLocationHistory', summary: 'What happened to a Location, newest first' })
  @Answer(HistoryRecord, { list: 'events' })
  async ofLocation(
    @CurrentCaller() caller: Caller,
    @Param('locationID', LocationIdParam) locationID: string,
    @Query() query: HistoryQuery,
  ) {
    return shown(await this.history.ofLocation(caller, locationID, query), query);
  }

  @Get('users/:userID/history')
  @Requires('users.read')
  @ApiOperation({
    operationId: 'listUserHistory',
    summary: 'What happened to a user, newest first; to a deleted one for who reaches every Location',
  })
  @Answer(HistoryRecord, { list: 'events' })
  async ofUser(@CurrentCaller() caller: Caller, @Param('userID', IdParam) userID: number, @Query() query: HistoryQuery) {
    return shown(await this.history.ofUser(caller, userID, query), query);
  }
}

function shown({ names, ...page }: PageOfHistory, query: HistoryQuery): unknown {
  return listing(query, page, (event) => historyRecord(event, names));
}
