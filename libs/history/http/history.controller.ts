import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Answer, Beyond, CurrentCaller, envelope, IdParam, LocationIdParam, PageQuery, pageHeaders, Requires } from '#http';
import type { Caller } from '#kernel';
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
  async ofItem(
    @CurrentCaller() caller: Caller,
    @Param('itemID', IdParam) itemID: number,
    @Query() query: HistoryQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    return answer(await this.history.ofItem(caller, itemID, query), query, request, response);
  }

  @Get('requests/:requestID/history')
  @Requires('requests.read')
  @ApiOperation({ operationId: 'listRequestHistory', summary: 'What happened to a Request, newest first; deleted ones included' })
  @Answer(HistoryRecord, { list: 'events' })
  async ofRequest(
    @CurrentCaller() caller: Caller,
    @Param('requestID', IdParam) requestID: number,
    @Query() query: HistoryQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    return answer(await this.history.ofRequest(caller, requestID, query), query, request, response);
  }

  @Get('locations/:locationID/history')
  @Requires('locations.edit')
  @ApiOperation({ operationId: 'listLocationHistory', summary: 'What happened to a Location, newest first' })
  @Answer(HistoryRecord, { list: 'events' })
  async ofLocation(
    @CurrentCaller() caller: Caller,
    @Param('locationID', LocationIdParam) locationID: string,
    @Query() query: HistoryQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    return answer(await this.history.ofLocation(caller, locationID, query), query, request, response);
  }

  @Get('users/:userID/history')
  @Requires('users.read')
  @ApiOperation({ operationId: 'listUserHistory', summary: 'What happened to a user, newest first' })
  @Answer(HistoryRecord, { list: 'events' })
  async ofUser(
    @CurrentCaller() caller: Caller,
    @Param('userID', IdParam) userID: number,
    @Query() query: HistoryQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    return answer(await this.history.ofUser(caller, userID, query), query, request, response);
  }
}

function answer({ names, ...page }: PageOfHistory, query: HistoryQuery, request: Request, response: Response) {
  pageHeaders(request, response, query, page);
  return envelope('events', query, { ...page, records: page.records.map((event) => historyRecord(event, names)) });
}
