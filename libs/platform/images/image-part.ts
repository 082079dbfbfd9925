import { applyDecorators, createParamDecorator, type ExecutionContext, UnsupportedMediaTypeException } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import multer from 'multer';
import { Consumes } from '#platform/http';
import { type Caller, type FieldError, TooLarge, ValidationFailed } from '#platform/kernel';
import { Semaphore } from '#platform/semaphore';
import { type CleanImage, cleanImage } from './clean-image.js';

/** Images are at most 10 MiB (decisions.md, section 4). */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** Uploads in memory at once, of up to 10 MiB each; more wait before their bodies are read. */
const uploads = new Semaphore(6, 40);
/** Of those, of one Group: who sends slowly, or what takes long to decode, keeps no other Group waiting. */
const uploadsOf = new Map<number, Semaphore>();
/** Allowance for what a form adds around its file, in bytes. */
const FORM_OVERHEAD = 64 * 1024;
const FORM = 'multipart/form-data';
const PART = 'image';
const FILE = {
  type: 'string',
  format: 'binary',
  maxLength: MAX_IMAGE_BYTES,
  description:
    'A JPG, PNG or GIF of at most 10 MiB and 50 megapixels, identified by its content, not by its name. It is rotated upright ' +
    'and re-encoded: metadata is removed, and only the first frame of an animation is kept. A GIF of more than 5 megapixels is kept as PNG.',
};
const SCHEMA = { type: 'object', required: [PART], properties: { [PART]: FILE }, additionalProperties: false } as never;

const readForm = multer({
  limits: { fileSize: MAX_IMAGE_BYTES, files: 1, fields: 10, fieldSize: 1024, fieldNameSize: 100, fieldNestingDepth: 1 },
}).any();

const takesForm: ParameterDecorator = (target, method) => {
  const decorate = applyDecorators(Consumes(FORM), ApiConsumes(FORM), ApiBody({ required: true, schema: SCHEMA }));
  decorate(target, method!, Object.getOwnPropertyDescriptor(target, method!)!);
};

/**
 * Injects the uploaded image and documents the form: `@UploadedImage() read: () => Promise<CleanImage>`. The body is read only
 * when `read` is called, that is, once the caller is known to be allowed to store an image.
 * @throws what `imagePart` throws; UnsupportedMediaTypeException when it is not an image; DomainError `unavailable` when too many
 * uploads are waiting
 */
export const UploadedImage = createParamDecorator(
  (_: unknown, context: ExecutionContext) => async (): Promise<CleanImage> => {
    const http = context.switchToHttp();
    const request = http.getRequest<Request & { caller?: Caller }>();
    const image = await inTurn(request.caller?.group.id, async () => cleanImage(await imagePart(request, http.getResponse())));
    if (!image)
      throw new UnsupportedMediaTypeException('The image is not a JPG, PNG or GIF, or it is damaged or too large to decode.');
    return image;
  },
  [takesForm],
);

/** @throws DomainError `unavailable` when too many wait, of the Group or of all */
function inTurn<T>(groupID = 0, work: () => Promise<T>): Promise<T> {
  let ofGroup = uploadsOf.get(groupID);
  if (!ofGroup) {
    ofGroup = new Semaphore(3, 20);
    uploadsOf.set(groupID, ofGroup);
  }
  return ofGroup.run(() => uploads.run(work));
}

/**
 * The bytes of the form part `image`, whatever its file name and declared type; at most `MAX_IMAGE_BYTES` are held in memory.
 * @throws ValidationFailed when the part is missing or the form cannot be read; TooLarge
 */
async function imagePart(request: Request, response: Response): Promise<Buffer> {
  if (Number(request.headers['content-length']) > MAX_IMAGE_BYTES + FORM_OVERHEAD) throw tooLarge();
  // Whoever left while waiting for a turn: `multer` would wait for the end of what has ended, and keep the turn for ever.
  if (request.destroyed) throw refused(null);
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
  if ((failure as { code?: unknown } | null)?.code === 'LIMIT_FILE_SIZE') return tooLarge();
  return new ValidationFailed([wrong('invalid_format', 'Must be the only file in a multipart/form-data body.')]);
}

function tooLarge(): TooLarge {
  return new TooLarge('The image is larger than 10 MiB.');
}

function wrong(code: FieldError['code'], message: string): FieldError {
  return { field: PART, code, message };
}

function unknown(name: string): FieldError {
  return { field: name.slice(0, 100), code: 'unknown_field', message: 'There is no such field here.' };
}
