import { BadRequestException, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Semaphore, SharedSemaphore } from '#platform/concurrency';
import { BadForm, bytesOf, clientNetwork, RateLimited, readForm } from '#platform/http';
import { type CleanImage, cleanImage, MAX_IMAGE_BYTES, NotAPicture } from '#platform/images';
import { DomainError } from '#platform/kernel';
import { GuestLimits } from '../guard/guest-limits.js';
import type { Filled } from '../pages/form.js';

/** The fault of a photo; `later`: it could not be read now. */
export type PhotoProblem = NotAPicture['refusal'] | 'later';

/** A form as it was sent. */
export interface SentForm {
  filled: Filled;
  /** Decodes the photo, or says why there is none. Null without a photo. */
  photo: (() => Promise<CleanImage | PhotoProblem>) | 'too large' | null;
}

interface Parts {
  filled: Filled;
  photo: Buffer | 'too large' | null;
}

const PART = 'photo';
/** Bytes of a field: what is cut off there is still longer than any text may be, whatever its script. */
const LONGEST = 16 * 1024;
/** Far above any form on these pages; a file that reaches its limit is cut off. */
const LIMITS = { fileSize: MAX_IMAGE_BYTES + 1, parts: 200, fields: 100, files: 5, fieldSize: LONGEST, fieldNameSize: 100 };
/** Forms without a photo are smaller, in bytes, and wait for nobody's to arrive. */
const PLAIN = 64 * 1024;
/** Seconds after which it is worth trying again. */
const LATER = 10;
/** Milliseconds that a form waits for its turn, and for its photo: pages are answered within 14 seconds. */
const MAX_WAIT = 10_000;

/**
 * Reads forms that may have a photo. Photos of guests are in memory a few at a time, fewer of one address, and decoded when none of staff
 * waits: what strangers send keeps neither staff's uploads waiting nor, slowly from one place, those of all other guests.
 */
@Injectable()
export class PhotoForms {
  private readonly turns = new SharedSemaphore<string>(new Semaphore(4, 20, MAX_WAIT), () => new Semaphore(2, 6, MAX_WAIT));

  constructor(private readonly limits: GuestLimits) {}

  /**
   * Reads the form and acts on it; the photo is forgotten then.
   * @throws RateLimited when too many photos are being read; BadRequestException when it is no form, or was not sent whole
   */
  async read<Result>(request: Request, act: (form: SentForm) => Promise<Result>): Promise<Result> {
    if (!request.is('multipart/form-data')) return act({ filled: (request.body ?? {}) as Filled, photo: null });
    if (Number(request.headers['content-length']) <= PLAIN) {
      const parts = await partsOf(request);
      if (parts.photo !== null) await this.limits.take('photo', request.ip);
      return act(this.sent(parts, request));
    }
    await this.limits.take('photo', request.ip);
    return this.inTurn(clientNetwork(request.ip), async () => act(this.sent(await partsOf(request), request)));
  }

  private sent({ filled, photo }: Parts, { ip, res }: Request): SentForm {
    if (photo === null || photo === 'too large') return { filled, photo };
    const left = new AbortController();
    res!.once('close', () => left.abort());
    const decode = () => {
      const signal = AbortSignal.any([left.signal, AbortSignal.timeout(MAX_WAIT)]);
      return cleanImage(photo, { owner: clientNetwork(ip), isLast: true, signal }).catch(problemWith);
    };
    return { filled, photo: decode };
  }

  private async inTurn<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
    let begun = false;
    const begin = () => {
      begun = true;
      return work();
    };
    return this.turns.run(network, begin).catch((error: unknown) => (begun ? Promise.reject(error) : later(error)));
  }
}

function problemWith(error: unknown): PhotoProblem {
  if (error instanceof NotAPicture) return error.refusal;
  if (error instanceof DomainError) return 'later';
  throw error;
}

/** Too many wait: a page says when to come back. */
function later(error: unknown): never {
  throw error instanceof DomainError ? new RateLimited(LATER, 'guests') : error;
}

/** Reads the whole form, what follows a photo that is too large included: the rest is wanted for showing the form again. */
async function partsOf(request: Request): Promise<Parts> {
  const fields = new Map<string, string | string[]>();
  let photo: Promise<Buffer | null> | undefined;
  await readForm(request, LIMITS, {
    field: (name, value) => {
      const before = fields.get(name);
      fields.set(name, before === undefined ? value : [before, value].flat());
    },
    file: async (name, file, filename) => {
      const bytes = bytesOf(file);
      // A form without a photo has a file without a name; an empty photo is none that can be read.
      if (name === PART && filename !== '') photo ??= bytes;
      await bytes;
    },
  }).catch((error: unknown) => {
    throw error instanceof BadForm ? new BadRequestException() : error;
  });
  const sent = photo && ((await photo) ?? 'too large');
  return { filled: Object.fromEntries(fields), photo: sent ?? null };
}
