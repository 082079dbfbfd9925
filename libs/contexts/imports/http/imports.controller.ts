import { Readable } from 'node:stream';
import { Controller, Delete, Get, Headers, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import {
  Beyond,
  Choice,
  Consumes,
  CurrentCaller,
  digestOf,
  Endpoint,
  ID,
  listing,
  Problems,
  Produces,
  Requires,
  versioned,
  WholeListQuery,
} from '#platform/http';
import { Replays } from '#platform/idempotency';
import type { Caller } from '#platform/kernel';
import { ReceivedFiles } from '../file/received-files.js';
import { Imports } from '../imports.js';
import { refusalLines, refusedRows } from '../work/refusal-lines.js';
import { ImportRecord, importRecord } from './import.record.js';
import { IMPORT_FORM, importForm } from './import-form.js';

const FORM = 'multipart/form-data';
const ERRORS = {
  status: 200,
  description:
    'A line for each wrong field: `row` (1 is the first line of data), `field`, `code`, `message`; ' +
    'or the refused rows behind a column `problems`.',
  content: { 'text/csv': { schema: { type: 'string' as const } } },
};

const FORMATS = ['errors', 'rows'] as const;

/** The format of refused rows. */
class ErrorsQuery {
  @Choice(FORMATS, {
    description: '`errors`: a line for each wrong field; `rows`: the refused rows as they came, with a first column `problems`',
    default: 'errors',
    example: 'rows',
  })
  format!: (typeof FORMATS)[number];
}

/** Items from a file (decisions.md, section 10, Import). */
@Beyond()
@Requires('items.import')
@Controller('api/v2/imports')
export class ImportsController {
  constructor(
    private readonly imports: Imports,
    private readonly files: ReceivedFiles,
  ) {}

  @Post()
  @Consumes(FORM)
  @ApiConsumes(FORM)
  @ApiBody({ required: true, schema: IMPORT_FORM })
  @Replays((imports: ImportsController, { caller, first }) => imports.one(caller, first.ID))
  @Endpoint('importItems', 'Import items from a CSV', {
    description:
      'Queues the rows of a CSV to be registered as by `POST /items`, each by itself and in the name of the caller. Columns are ' +
      'paths of an item’s body; `|` stands between the elements of a list, an empty cell is an absent field, and a number may have ' +
      'a decimal comma, or groups of three digits, unless that could be read in two ways, as `1,000` between tabs. Columns that only ' +
      'the record has (`ID`, `status` …) are ignored, so that an export can be imported; an unknown column is refused. A row without a ' +
      "Location is refused as `required`. A text is taken without the `'` in front that an export gives it. Colors, categories and " +
      'countries may be given by their names in any language of the pages. A dry run refuses what the import would. Without `notify` ' +
      'no owner is written to: the items wait for a response all the same, and `resend` of `POST /items/{itemID}/messages` writes the ' +
      'first message. At most 20 imports of a Group wait or run; they take turns. The file is deleted when the import ends, refused ' +
      'rows after 90 days.',
    answers: ImportRecord,
    status: 202,
  })
  @Problems('limit_reached')
  async import(@CurrentCaller() caller: Caller, @Req() request: Request, @Headers('idempotency-key') key: string | undefined) {
    const keep = (file: Readable) => this.files.receive(caller, file);
    const { form, kept } = await importForm(request, keep, (uploaded) => this.files.discard(uploaded));
    const call = key === undefined ? null : { key, form: digestOf(request)! };
    return versioned(await this.imports.queue(caller, kept, form, call), importRecord);
  }

  @Get()
  @Endpoint('listImports', 'List imports', {
    description:
      'Newest first: the caller’s own, and those whose rows are all at Locations within the caller’s reach; all of them for the ' +
      'API token and group admins with access to all Locations.',
    answers: ImportRecord,
    list: 'whole',
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: WholeListQuery) {
    return listing(query, await this.imports.page(caller, query), importRecord);
  }

  @Get(':importID')
  @Endpoint('getImport', 'Get an import', {
    description:
      'Returns how far an import is: `rows` is null until they are counted, `accepted` and `refused` grow while it runs. ' +
      'Ask again every few seconds until it is `done`, `failed` or `cancelled`; `GET /imports/{importID}/errors` says ' +
      'which rows were refused, and why.',
    answers: ImportRecord,
  })
  async one(@CurrentCaller() caller: Caller, @ID('importID') importID: number) {
    return versioned(await this.imports.one(caller, importID), importRecord);
  }

  @Get(':importID/errors')
  @Produces('text/csv')
  @Endpoint('getImportErrors', 'Get the refused rows of an import', {
    description:
      'Returns a CSV with a line for each wrong field, which repeats nothing of what stood there; it grows while the import runs. ' +
      'Messages name the line of a spreadsheet. With `format=rows` it is the refused rows as they came, in UTF-8 with BOM, with a ' +
      'first column `problems`: mend them and import that file as it is, with the same `columns` and `dateFormat`; `problems` is ' +
      'ignored. An import that failed says why in the row where it stopped.',
    sends: ERRORS,
  })
  async errors(
    @CurrentCaller() caller: Caller,
    @ID('importID') importID: number,
    @Query() { format }: ErrorsQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    const row = await this.imports.one(caller, importID);
    const refusals = this.imports.refusals(row, format === 'rows');
    const lines = format === 'rows' ? refusedRows(refusals, row) : refusalLines(refusals, row);
    const text = Readable.from(lines, { objectMode: false });
    response.setHeader('Content-Disposition', `attachment; filename="import-${importID}-${format}.csv"`);
    const file = new StreamableFile(text, { type: 'text/csv; charset=utf-8' });
    return file.setErrorHandler((_error, { destroyed }) => void (destroyed || response.destroy()));
  }

  @Delete(':importID')
  @Endpoint('cancelImport', 'Cancel an import', {
    description:
      'Ends an import: once this answers, no more of its rows are registered. What was registered stays. 204 also where ' +
      'the import has ended already.',
  })
  async cancel(@CurrentCaller() caller: Caller, @ID('importID') importID: number) {
    await this.imports.cancel(caller, importID);
  }
}
