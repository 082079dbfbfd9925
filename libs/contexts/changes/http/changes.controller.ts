import { Controller, Get, Headers, Query, Req, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Beginning } from '#platform/cursors';
import { BEYOND, Beyond, CurrentCaller, Endpoint, Problems, Produces, Requires } from '#platform/http';
import { type Caller, ValidationFailed } from '#platform/kernel';
import { ChangeListing } from '../listing/change-listing.js';
import { ChangeQueries } from '../read-model/change.queries.js';
import { ChangesRecord, changesRecord } from './change.records.js';
import { ChangeStreams } from './change-streams.js';
import { ChangeStreamQuery, ChangesQuery } from './changes.requests.js';
import { ChangeCursors } from './cursors.js';

const CHANGES = [
  'What was committed to items, Requests and Locations, oldest first: each commit gives one entry for each record that it changed.',
  'A reader that begins without `after`, which is at the oldest change that is kept, or with `now` before it reads the records, and ' +
    'continues from each `next` hears of every change exactly once, whatever is committed in whatever order meanwhile, within 2 ' +
    'seconds of its commit. A cursor is good for its Group, as long as changes are kept (`CHANGES_RETENTION`, 400 days unless the ' +
    'operator says otherwise); where older ones would come behind it, the answer is 410 `cursor_too_old`: read the lists again.',
  "Changes at Locations out of the caller's reach are left out. Who is given a Location sees its changes from then on; the older " +
    'ones stand behind an older cursor. Of a Location that was deactivated only callers that still see it see changes.',
].join('\n');

const STREAM = [
  'The entries of `GET /changes` as Server-Sent Events, as they are committed: `event: change`, `id:` the cursor, `data:` the entry ' +
    'as JSON. Every 15 seconds a comment comes, together with an `id:` that says how far the stream is.',
  'It continues behind `Last-Event-ID` (which EventSource sends by itself when it connects again), else behind `after`; without ' +
    "either it begins now. It ends within 5 seconds of the token's end, and when the service is stopped or the reader is too slow: " +
    'connect again with the last `id`.',
].join('\n');

const SENDS = {
  status: 200,
  description: 'The stream, which does not end by itself.',
  content: { 'text/event-stream': { schema: { type: 'string' } } },
};

const LAST = {
  name: 'Last-Event-ID',
  required: false,
  description: 'The last `id` that came: the stream continues behind it.',
  schema: { type: 'string' as const, maxLength: 255 },
  ...BEYOND,
};

/** The change feed (decisions.md, section 10, Changes). */
@Beyond()
@Requires('items.read')
@Problems('cursor_too_old')
@Controller('api/v2/changes')
export class ChangesController {
  constructor(
    private readonly listing: ChangeListing,
    private readonly changes: ChangeQueries,
    private readonly cursors: ChangeCursors,
    private readonly streams: ChangeStreams,
  ) {}

  @Get()
  @Endpoint('listChanges', 'List changes', { description: CHANGES, answers: ChangesRecord })
  async list(@CurrentCaller() caller: Caller, @Query() { after, limit, ...filters }: ChangesQuery) {
    await this.changes.checkFilters(caller, filters);
    await this.listing.catchUp();
    const beginning = await this.begin(caller, 'after', after);
    return changesRecord(this.cursors, caller, await this.changes.pageInTurn(caller, filters, beginning, limit));
  }

  @Get('stream')
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
    await this.changes.checkFilters(caller, filters);
    const cursor = last || (after ?? 'now');
    if (cursor === 'now') await this.listing.catchUp();
    const { after: from } = await this.begin(caller, last ? 'Last-Event-ID' : 'after', cursor);
    this.streams.open({ caller, filters, from, request, response });
  }

  /** @throws ValidationFailed when the Group was never given that cursor */
  private async begin({ group }: Caller, field: string, cursor: string | undefined): Promise<Beginning> {
    const from = cursor === undefined ? 'oldest' : cursor === 'now' ? 'now' : this.cursors.read(group.id, cursor);
    const beginning = from && (await this.changes.begin(group.id, from));
    if (beginning) return beginning;
    throw new ValidationFailed([
      { field, code: 'invalid_format', message: 'Must be a cursor that changes came with, or `now`.' },
    ]);
  }
}
