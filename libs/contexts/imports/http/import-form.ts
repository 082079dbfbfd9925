import type { Readable } from 'node:stream';
import type { Request } from 'express';
import { BadForm, QueryFlag, readForm, readRequest, Text, unknownField } from '#platform/http';
import { type FieldError, ValidationFailed } from '#platform/kernel';

const PART = 'file';
/** Beyond the fields and the file of the form: enough to name what does not belong there. */
const LIMITS = { files: 2, fields: 10, fieldSize: 1024, fieldNameSize: 100 };

/** What the form says beside the file. */
export class ImportForm {
  @QueryFlag({ description: 'Only finds out what the import would refuse; registers nothing', default: false }) dryRun!: boolean;
  @Text({ min: 1, description: 'The Location of rows without one', example: 'demo:1' }) locationID?: string;
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
        'A CSV in UTF-8, with or without BOM, separated by comma, semicolon or tab; at most 50 MiB and 200,000 rows. Its first line names ' +
        'the columns: paths of an item’s body (`item`, `owner.lastName`).',
    },
    dryRun: { type: 'boolean', default: false, description: 'Only finds out what the import would refuse; registers nothing.' },
    locationID: { type: 'string', maxLength: 255, description: 'The Location of rows without one.' },
  },
};

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
        if (name === PART) errors.push(wrong('invalid_type', 'Must be a file.'));
        else
          Object.defineProperty(fields, name, {
            value: Object.hasOwn(fields, name) ? [value] : value,
            enumerable: true,
            configurable: true,
          });
      },
      file: async (name, file) => {
        if (name === PART && !keeping) keeping = keep(file);
        else {
          errors.push(unknownField(name.slice(0, 100)));
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
      throw new ValidationFailed([wrong('invalid_format', 'Must be part of a multipart/form-data body.')]);
    throw error;
  }
}

function wrong(code: FieldError['code'], message: string): FieldError {
  return { field: PART, code, message };
}
