import { Controller, Get, Headers, Query, Req, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { BEYOND, Beyond, CurrentCaller, Endpoint, Produces, Requires } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { ChangeListing } from '../listing/change-listing.js';
import { ChangeQueries } from '../read-model/change.queries.js';
import { ChangesRecord, changesRecord } from './change.records.js';
import { ChangeStreams } from './change-streams.js';
import { ChangeStreamQuery, ChangesQuery, numberOf } from './changes.requests.js';

const CHANGES = `What was committed to items, Requests and Locations, oldest first: each commit gives one entry for each record that it changed.
A reader that begins without \`after\`, or with \`now\` before it reads the records, and goes on from each \`next\` hears of every change exactly once, whatever is committed in whatever order meanwhile, within 2 seconds of its commit. A cursor is good for ever, for its Group.
Changes at Locations out of the caller's reach are left out. Who is given a Location sees its changes from then on; the older ones stand behind an older cursor. Of a Location that was deactivated only callers that still see it see changes.`;

const STREAM = `The entries of \`GET /changes\` as Server-Sent Events, as they are committed: \`event: change\`, \`id:\` the cursor, \`data:\` the entry as JSON. Every 15 seconds a comment comes, together with an \`id:\` that says how far the stream is.
It goes on behind \`Last-Event-ID\` (which EventSource sends by itself when it connects again), else behind \`after\`; without either it begins now. It ends within 5 seconds of the token's end, and when the service is stopped or the reader is too slow: connect again with the last \`id\`.`;

const SENDS = {
  status: 200,
  description: 'The stream, which does not end by itself.',
  content: { 'text/event-stream': { schema: { type: 'string' } } },
};

const LAST = {
  name: 'Last-Event-ID',
  required: false,
  description: 'The last `id` that came: the stream goes on behind it.',
  schema: { type: 'string' as const, maxLength: 255 },
  ...BEYOND,
};

/** The change feed (decisions.md, section 10, Changes). */
@Beyond()
@Controller('api/v2/changes')
export class ChangesController {
  constructor(
    private readonly listing: ChangeListing,
    private readonly changes: ChangeQueries,
    private readonly streams: ChangeStreams,
  ) {}

  @Get()
  @Requires('items.read')
  @Endpoint('listChanges', 'List changes', { description: CHANGES, answers: ChangesRecord })
  async list(@CurrentCaller() caller: Caller, @Query() { after, limit, ...filters }: ChangesQuery) {
    const from = after === undefined ? 0 : numberOf(caller, 'after', after);
    await this.changes.checkFilters(caller, filters);
    await this.listing.catchUp();
    const page =
      from === null
        ? { changes: [], next: await this.changes.last(caller.group.id), hasMore: false }
        : await this.changes.pageInTurn(caller, filters, from, limit);
    return changesRecord(caller.group.id, page);
  }

  @Get('stream')
  @Requires('items.read')
  @Produces('text/event-stream')
  @Endpoint('streamChanges', 'Follow changes', { description: STREAM, sends: SENDS })
  @ApiHeader(LAST)
  async stream(
    @CurrentCaller() caller: Caller,
    @Query() { after, ...filters }: ChangeStreamQuery,
    @Headers('last-event-id') last: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const from = last ? numberOf(caller, 'Last-Event-ID', last) : numberOf(caller, 'after', after ?? 'now');
    await this.changes.checkFilters(caller, filters);
    await this.streams.open({ caller, filters, from, request, response });
  }
}
