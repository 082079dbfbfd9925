import { applyDecorators, createParamDecorator, type ExecutionContext, UnsupportedMediaTypeException } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request } from 'express';
import { Semaphore, SharedSemaphore, type Turn } from '#platform/concurrency';
import { BadForm, bytesOf, Consumes, readForm, unknownField } from '#platform/http';
import { type Caller, type FieldError, TooLarge, ValidationFailed } from '#platform/kernel';
import { type CleanImage, cleanImage, NotAPicture } from './clean-image.js';
import type { Refusal } from './pixels/pixels.js';

/** Images are at most 10 MiB (decisions.md, section 4). */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** Uploads in memory at once, of up to 10 MiB each, and of those of one Group; more wait before their bodies are read. */
const uploads = new SharedSemaphore<Turn['owner']>(new Semaphore(6, 40), () => new Semaphore(3, 20));
/** Allowance for what a form adds around its file, in bytes. */
const FORM_OVERHEAD = 64 * 1024;
const FORM = 'multipart/form-data';
const PART = 'image';
const FILE = {
  type: 'string',
  format: 'binary',
  maxLength: MAX_IMAGE_BYTES,
  description:
    'A JPG, PNG, GIF or WebP of at most 10 MiB and 64 million pixels, identified by its content, not by its name. It is rotated ' +
    'upright and re-encoded: metadata is removed, and only the first frame of an animation is kept. A WebP is kept as JPG, or as PNG ' +
    'where it may be transparent, and made smaller above 21 million pixels; a GIF of more than 5 million pixels is kept as PNG.',
};
const SCHEMA = { type: 'object', required: [PART], properties: { [PART]: FILE }, additionalProperties: false };

const REFUSALS: Readonly<Record<Refusal, string>> = {
  unknown: 'The image is not a JPG, PNG, GIF or WebP.',
  heic:
    'The image is HEIC; a JPG, PNG, GIF or WebP is needed. An iPhone sends a JPG when the photo is chosen in Photos, and takes JPGs with ' +
    'Settings, Camera, Formats, Most Compatible.',
  damaged: 'The image is damaged, or a part of it is missing.',
  pixels: 'The image has more than 64 million pixels, a side of more than 65,535, or takes too much memory.',
};

/** Beyond the one file of the form: enough to name what does not belong there. A file that reaches its limit is cut off. */
const LIMITS = { fileSize: MAX_IMAGE_BYTES + 1, files: 10, fields: 10, fieldSize: 1024, fieldNameSize: 100 };

const takesForm: ParameterDecorator = (target, method) => {
  const decorate = applyDecorators(Consumes(FORM), ApiConsumes(FORM), ApiBody({ required: true, schema: SCHEMA }));
  decorate(target, method!, Object.getOwnPropertyDescriptor(target, method!)!);
};

/**
 * Injects the uploaded image and documents the form: `@UploadedImage() read: () => Promise<CleanImage>`. The body is read only
 * when `read` is called, that is, once the caller is known to be allowed to store an image.
 * @throws what `imagePart` throws; UnsupportedMediaTypeException when it is not an image; DomainError `unavailable` when too many
 * uploads are waiting, or images can't be decoded now
 */
export const UploadedImage = createParamDecorator(
  (_: unknown, context: ExecutionContext) => async (): Promise<CleanImage> => {
    const request = context.switchToHttp().getRequest<Request & { caller: Caller }>();
    const turn = turnOf(request);
    return uploads.run(turn.owner, async () => {
      const bytes = await imagePart(request);
      return cleanImage(bytes, turn).catch(refusedPicture);
    });
  },
  [takesForm],
);

/** The turn of a call's image among those of its Group, until the call is answered or its caller leaves. */
export function turnOf({ caller, res }: Request & { caller?: Caller }): Turn {
  const answered = new AbortController();
  res!.once('close', () => answered.abort());
  return { owner: caller!.group.id, isLast: false, signal: answered.signal };
}

function refusedPicture(error: unknown): never {
  throw error instanceof NotAPicture ? new UnsupportedMediaTypeException(REFUSALS[error.refusal]) : error;
}

/**
 * The bytes of the form part `image`, whatever its file name and declared type; at most `MAX_IMAGE_BYTES` are held in memory.
 * @throws ValidationFailed when the part is missing or the form cannot be read; TooLarge
 */
async function imagePart(request: Request): Promise<Buffer> {
  if (Number(request.headers['content-length']) > MAX_IMAGE_BYTES + FORM_OVERHEAD) throw tooLarge();
  const errors: FieldError[] = [];
  let image: Promise<Buffer | null> | undefined;
  await readForm(request, LIMITS, {
    field: (name) =>
      errors.push(name === PART ? wrong('invalid_type', 'Must be a file: a part with a filename.') : unknownField(name)),
    file: async (name, file) => {
      if (name === PART && image) throw new BadForm();
      const bytes = bytesOf(file);
      if (name === PART) image = bytes;
      else errors.push(unknownField(name));
      if ((await bytes) === null) throw tooLarge();
    },
  }).catch(refused);
  if (!image && errors.every(({ field }) => field !== PART)) errors.unshift(wrong('required', 'Is required.'));
  if (errors.length > 0) throw new ValidationFailed(errors);
  return (await image)!;
}

function refused(error: unknown): never {
  if (!(error instanceof BadForm)) throw error;
  const message = 'Must be the only file of a whole multipart/form-data body, with the boundary that its Content-Type names.';
  throw new ValidationFailed([wrong('invalid_format', error.message || message)]);
}

function tooLarge(): TooLarge {
  return new TooLarge('The image is larger than 10 MiB.');
}

function wrong(code: FieldError['code'], message: string): FieldError {
  return { field: PART, code, message };
}
