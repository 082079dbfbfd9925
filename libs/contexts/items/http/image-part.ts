import { PayloadTooLargeException } from '@nestjs/common';
import type { Request, Response } from 'express';
import multer from 'multer';
import { type FieldError, ValidationFailed } from '#platform/kernel';

/** Images are at most 10 MiB (decisions.md, section 4). */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** What a form adds around its file. */
const ROOM = 64 * 1024;
const PART = 'image';

const readForm = multer({
  limits: { fileSize: MAX_IMAGE_BYTES, files: 1, fields: 10, fieldSize: 1024, fieldNameSize: 100, fieldNestingDepth: 1 },
}).any();

/**
 * The bytes of the form's part `image`, whatever it is called or says to be; never more than `MAX_IMAGE_BYTES` of them are held.
 * @throws ValidationFailed when the part is missing or the form can't be read; PayloadTooLargeException
 */
export async function imagePart(request: Request, response: Response): Promise<Buffer> {
  if (Number(request.headers['content-length']) > MAX_IMAGE_BYTES + ROOM) throw tooLarge();
  const failure = await new Promise<unknown>((resolve) => readForm(request, response, resolve));
  if (failure) throw refused(failure);
  const files = (request.files ?? []) as Express.Multer.File[];
  const fields = Object.keys(request.body ?? {});
  const image = files.find(({ fieldname }) => fieldname === PART);
  const errors = [...fields, ...files.map(({ fieldname }) => fieldname)].filter((name) => name !== PART).map(unknown);
  if (!image)
    errors.unshift(fields.includes(PART) ? wrong('invalid_type', 'Must be a file.') : wrong('required', 'Is required.'));
  if (!image || errors.length > 0) throw new ValidationFailed(errors);
  return image.buffer;
}

function refused(failure: unknown): Error {
  if ((failure as { code?: unknown }).code === 'LIMIT_FILE_SIZE') return tooLarge();
  return new ValidationFailed([wrong('invalid_format', 'Must be the one file of a multipart/form-data body.')]);
}

function tooLarge(): PayloadTooLargeException {
  return new PayloadTooLargeException('The image is larger than 10 MiB.');
}

function wrong(code: FieldError['code'], message: string): FieldError {
  return { field: PART, code, message };
}

function unknown(name: string): FieldError {
  return { field: name.slice(0, 100), code: 'unknown_field', message: 'There is no such field here.' };
}
