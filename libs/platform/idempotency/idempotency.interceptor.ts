import { hash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, type RawBodyRequest } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { replayOf, Versioned } from '#platform/http';
import { type Caller, type FieldCode, ValidationFailed } from '#platform/kernel';
import { IdempotentAnswers, type KeyedRequest, type StoredAnswer } from './idempotent-answers.js';

const MAX_LENGTH = 255;

/** Headers that are stored with the response. */
const HEADERS = ['Location', 'ETag'];

/**
 * Executes a POST with an `Idempotency-Key` once, and then repeats the first response (decisions.md, section 4), its record read anew: see
 * `Replays`.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly answers: IdempotentAnswers,
    private readonly modules: ModuleRef,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request & { caller?: Caller }>();
    const key = request.headers['idempotency-key'];
    if (key === undefined || request.method !== 'POST' || !request.caller) return next.handle();
    const keyed = { caller: request.caller, key: checked(String(key)), content: contentOf(request) };
    return from(this.answer(context, keyed, request.is('multipart/form-data') !== false, next));
  }

  private async answer(context: ExecutionContext, keyed: KeyedRequest, isFile: boolean, next: CallHandler) {
    const response = context.switchToHttp().getResponse<Response>();
    const act = async () => answerOf(await lastValueFrom(next.handle(), { defaultValue: undefined }), response);
    const given = isFile ? this.answers.onceDone(keyed, act) : this.answers.once(keyed, act);
    const { status, headers, body, isReplay } = await given;
    const first = body === null ? undefined : JSON.parse(body);
    if (!isReplay) return first;
    const now = await this.readAnew(context, keyed.caller, first);
    response.status(status).set(headers).set('Idempotent-Replayed', 'true');
    if (!(now instanceof Versioned)) return now;
    response.set('ETag', `"${now.version}"`);
    return now.body;
  }

  /** @throws NotFound when the record is gone, or no longer within the caller's reach */
  private async readAnew(context: ExecutionContext, caller: Caller, first: unknown): Promise<unknown> {
    const read = replayOf(context.getHandler());
    if (!read) return first;
    const { params } = context.switchToHttp().getRequest<Request<Record<string, string>>>();
    return read(this.modules.get(context.getClass(), { strict: false }), { caller, params, first });
  }
}

/** @throws ValidationFailed */
function checked(key: string): string {
  const refuse = (code: FieldCode, message: string) => new ValidationFailed([{ field: 'Idempotency-Key', code, message }]);
  if (key === '') throw refuse('too_short', 'must not be empty.');
  if (key.length > MAX_LENGTH) throw refuse('too_long', `must be at most ${MAX_LENGTH} characters.`);
  return key;
}

/** An uploaded file is compared by its length only, so that it need not be read when the request is a retry. */
function contentOf({ method, originalUrl, rawBody, headers }: RawBodyRequest<Request>): string {
  const body = rawBody ? hash('sha256', rawBody, 'base64url') : (headers['content-length'] ?? null);
  return JSON.stringify([method, originalUrl, body]);
}

function answerOf(body: unknown, response: Response): StoredAnswer {
  const set = HEADERS.map((name) => [name, response.getHeader(name)] as const).filter(([, value]) => value !== undefined);
  const headers = Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
  return { status: response.statusCode, headers, body: body === undefined ? null : JSON.stringify(body) };
}
