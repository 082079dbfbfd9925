import type { Readable } from 'node:stream';
import type { Request } from 'express';
import { BadForm, Choice, QueryFlag, Rule, readForm, readRequest, Text, unknownField } from '#platform/http';
import { type FieldError, ValidationFailed } from '#platform/kernel';
import { DATE_FORMATS, type DateFormat } from '../file/date-formats.js';
import { ENCODINGS, type Encoding } from '../file/encodings.js';
import { mappingOf } from '../file/mapping.js';

const PART = 'file';
/** Beyond the fields and the file of the form: enough to name what does not belong there. */
const LIMITS = { files: 2, fields: 16, fieldSize: 64 * 1024, fieldNameSize: 100 };

const NAMES =
  'What the columns are, by their names in the file: `{ "Guest": "owner.lastName", "No.": null }`; null leaves one out.';
const DATES =
  'How dates are written; `YYYY-MM-DD` is always taken, and so is what nobody reads in two ways: the year before all else, or the ' +
  'name of a month in any language of the pages (`20-NOV-2026`, `20 novembre 2026`).';
const ENCODED =
  'What the file is written in. Absent: what its byte order mark says, else UTF-8, else what spreadsheet programs write where people ' +
  'speak the Languages of its Location (`windows-1250` for Polish, `shift_jis` for Japanese …, `windows-1252` without one). A file ' +
  'with bytes that the encoding does not have is refused.';
const NOTIFIED = 'Whether the owners of the items are written to.';

/** Fields of the form beside the file; `IMPORT_FORM` describes them. */
@Rule<ImportForm>(({ columns }, check) => {
  for (const { field, code, message } of mappingOf(columns).faults) check.refuse(field, code, message);
})
export class ImportForm {
  @QueryFlag({ default: false }) dryRun!: boolean;
  @Text({ min: 1 }) locationID?: string;
  @Text({ max: 16_000 }) columns?: string;
  @Choice(DATE_FORMATS, { default: 'YYYY-MM-DD' }) dateFormat!: DateFormat;
  @Choice(ENCODINGS) encoding?: Encoding;
  @QueryFlag({ default: false }) notify!: boolean;
}

/** The form as OpenAPI describes it. */
export const IMPORT_FORM = {
  type: 'object',
  required: [PART],
  additionalProperties: false,
  properties: {
    [PART]: {
      type: 'string',
      format: 'binary',
      maxLength: 50 * 1024 * 1024,
      description:
        'A CSV, with or without BOM, separated by comma, semicolon or tab, or by what a line `sep=|` before all others says; at most ' +
        '50 MiB and 200,000 rows, whose lines may end in CRLF, LF or CR. Its first line names the columns: paths of an item’s body ' +
        '(`item`, `owner.lastName`), or what `columns` maps to them.',
    },
    dryRun: { type: 'boolean', default: false, description: 'Only finds out what the import would refuse; registers nothing.' },
    locationID: { type: 'string', maxLength: 255, description: 'The Location of rows without one.' },
    columns: { type: 'string', maxLength: 16_000, description: NAMES, example: '{ "Guest": "owner.lastName" }' },
    dateFormat: { type: 'string', enum: [...DATE_FORMATS], default: 'YYYY-MM-DD', description: DATES },
    encoding: { type: 'string', enum: [...ENCODINGS], description: ENCODED },
    notify: { type: 'boolean', default: false, description: NOTIFIED },
  },
};

/** Encodings for mail, which forms have no use for (RFC 7578, 4.7). */
const FOR_MAIL = /^(?:base64|quoted-printable)$/i;

/**
 * Reads a form while it arrives: the file is handed on as a stream, and only what it became is kept.
 * @throws ValidationFailed for anything else in the form, or when the file is missing; what `keep` throws
 */
export async function importForm<Kept>(
  request: Request,
  keep: (file: Readable) => Promise<Kept>,
  discard: (kept: Kept) => Promise<void>,
): Promise<{ form: ImportForm; kept: Kept }> {
  const fields: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  let keeping: Promise<Kept> | undefined;
  try {
    await readForm(request, LIMITS, {
      field: (name, value) => {
        if (name === PART) errors.push(wrong('invalid_type', 'Must be a file: a part with a filename.'));
        else
          Object.defineProperty(fields, name, {
            value: Object.hasOwn(fields, name) ? [value] : value,
            enumerable: true,
            configurable: true,
          });
      },
      file: async (name, file, _filename, encoding) => {
        if (name === PART && FOR_MAIL.test(encoding)) {
          errors.push(wrong('invalid_format', `Must be sent as it is, not as ${encoding}.`));
          file.resume();
        } else if (name === PART && !keeping) keeping = keep(file);
        else {
          errors.push(misplaced(name));
          file.resume();
        }
        await keeping;
      },
    });
    const kept = await keeping;
    if (kept === undefined && errors.length === 0) errors.push(wrong('required', 'Is required.'));
    if (errors.length > 0) throw new ValidationFailed(errors);
    return { form: readRequest(ImportForm, fields), kept: kept! };
  } catch (error) {
    await keeping?.then(discard, () => undefined);
    if (error instanceof BadForm)
      throw new ValidationFailed([
        wrong(
          'invalid_format',
          error.message || 'Must be part of a whole multipart/form-data body, with the boundary that its Content-Type names.',
        ),
      ]);
    throw error;
  }
}

/** The error of a file that is not the first of the form's own. */
function misplaced(field: string): FieldError {
  if (field === PART) return wrong('not_allowed', 'Must be given once.');
  // Browsers give every part that is more than a text a filename.
  const isText = Object.hasOwn(IMPORT_FORM.properties, field);
  return isText ? { field, code: 'invalid_type', message: 'Must be a text: a part without a filename.' } : unknownField(field);
}

function wrong(code: FieldError['code'], message: string): FieldError {
  return { field: PART, code, message };
}
