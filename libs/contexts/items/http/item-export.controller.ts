import { Readable } from 'node:stream';
import { Controller, Get, Inject, Query, Req, Res, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Audit } from '#platform/audit';
import {
  Beyond,
  CALLER_RESOLVER,
  type CallerResolver,
  ContextApis,
  CurrentCaller,
  Endpoint,
  Produces,
  Requires,
} from '#platform/http';
import { type Caller, DomainError } from '#platform/kernel';
import { ItemPages } from '../read-model/item.pages.js';
import { exportText } from './item-export.js';
import { type ExportFormat, ItemExportQuery } from './items.query.js';

const CAPABILITY = 'items.read';
const SENDS = {
  status: 200,
  description: 'Every item, newest first.',
  content: {
    'text/csv': { schema: { type: 'string' as const } },
    'application/x-ndjson': { schema: { description: 'An Item record on each line.' } },
  },
};
const TYPES: Record<ExportFormat, string> = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' };

/** All items as a file (decisions.md, section 10, Export). */
@Beyond()
@Controller('api/v2/items/export')
export class ItemExportController {
  constructor(
    private readonly pages: ItemPages,
    private readonly apis: ContextApis,
    @Inject(CALLER_RESOLVER) private readonly callers: CallerResolver,
    private readonly audit: Audit,
  ) {}

  @Get()
  @Requires(CAPABILITY)
  @Produces('text/csv')
  @Endpoint('exportItems', 'Export items', {
    description:
      'Streams all items that match the filters of the list, newest first, whatever their number. `csv` has a line of column names, ' +
      'which are the paths of the record (`owner.lastName`), commas between cells, `|` between the elements of a list and empty ' +
      "cells for null. A text that begins with `=`, `+`, `-`, `@`, tab, carriage return or `'` has a `'` in front, so that no " +
      'spreadsheet calculates it; `POST /imports` takes it away again. `ndjson` has a record on each line. An export that breaks ' +
      'off, because the service fails or the token ends, closes the connection without the end of the body.',
    sends: SENDS,
  })
  async export(
    @CurrentCaller() by: Caller,
    @Query() { format, ...filters }: ItemExportQuery,
    @Req() request: Request & { id?: unknown },
    @Res({ passthrough: true }) response: Response,
  ) {
    const caller = () => this.callerOf(request);
    // Problems of the filters are reported before the answer begins.
    const lines = await exportText(this.pages.all(caller, filters), format);
    const told = { groupID: by.group.id, action: 'items.exported', by, details: { format } } as const;
    if (request.method !== 'HEAD') await this.audit.tell(told);
    response.setHeader('Content-Disposition', `attachment; filename="items.${format}"`);
    const text = Readable.from(lines, { objectMode: false });
    const file = new StreamableFile(text, { type: TYPES[format] });
    return file.setErrorHandler((_error, { destroyed }) => void (destroyed || response.destroy()));
  }

  private async callerOf(request: Request & { id?: unknown }): Promise<Caller> {
    const caller = await this.callers.resolve(request.headers.authorization, String(request.id ?? ''));
    if (this.apis.allows(caller, CAPABILITY)) return caller;
    throw new DomainError('forbidden', 'forbidden', 'The role does not allow this.');
  }
}
