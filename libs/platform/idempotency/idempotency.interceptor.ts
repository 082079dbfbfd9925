import { hash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, type RawBodyRequest } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Recorded, StreamID } from '#platform/event-store';
import { answered, answeredAgain, Created, digested, digestOf, readForDigest } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { checkedKey } from './checked-key.js';
import type { KeyedRequest, StoredAnswer } from './idempotent-answers.js';
import { type Given, KeyedCalls } from './keyed-calls.js';
import { type Repeated, type Replay, replayOf } from './replay.js';

/** Headers that are stored with the response. */
const HEADERS = ['Location', 'ETag'];

type KeyedHttpRequest = RawBodyRequest<Request<Record<string, string>>> & { caller?: Caller };

/**
 * Executes a POST with an `Idempotency-Key` once, and then repeats the first response (decisions.md, section 4), its record read again: see
 * `Replays`.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly calls: KeyedCalls,
    private readonly modules: ModuleRef,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<KeyedHttpRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined || !request.caller) return next.handle();
    const isForm = request.is('multipart/form-data') !== false;
    if (isForm) digested(request);
    const keyed: KeyedRequest = {
      caller: request.caller,
      key: checkedKey(String(key)),
      content: () => contentOf(request),
      readWhole: async () => void (isForm && (await readForDigest(request))),
    };
    return from(this.answer(context, keyed, isForm, next));
  }

  private async answer(context: ExecutionContext, keyed: KeyedRequest, isForm: boolean, next: CallHandler): Promise<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<KeyedHttpRequest>(), http.getResponse<Response>()];
    const replay = replayOf(context.getHandler());
    const act = async () => answered(response, await lastValueFrom(next.handle(), { defaultValue: undefined }));
    const given = await this.given(keyed, act, response, isForm, replay);
    if ('done' in given) return given.done;
    const { status, headers, body } = given.kept;
    const first = body === null ? undefined : JSON.parse(body);
    const now = await this.readAnew(context, { caller: keyed.caller, params: request.params, first }, replay);
    response.status(status).set(headers).set('Idempotent-Replayed', 'true');
    return answeredAgain(response, now);
  }

  /** In the group commit where the answer is known before it, else as a transaction of its own; a form, or what calls others, in none. */
  private given(
    keyed: KeyedRequest,
    act: () => Promise<unknown>,
    response: Response,
    isForm: boolean,
    replay: Replay | undefined,
  ): Promise<Given<unknown>> {
    const answerOf = (body: unknown) => storedOf(response, headersOf(response), body);
    const known = replay?.answer;
    if (!known) return this.calls.once(keyed, act, answerOf, { isHarmless: isForm || replay?.isOutside === true });
    const answerTo = ({ id }: StreamID, events: readonly Recorded[]) => {
      const answer = known({ caller: keyed.caller, id, events });
      if (!(answer instanceof Created)) return storedOf(response, {}, answer);
      return storedOf(response, { Location: answer.path }, answer.answer);
    };
    return this.calls.once(keyed, act, answerOf, { answerTo });
  }

  /** @throws NotFound when the record is gone, or no longer within the caller's reach */
  private async readAnew(context: ExecutionContext, repeated: Repeated<unknown>, replay: Replay | undefined): Promise<unknown> {
    if (!replay?.read) return repeated.first;
    return replay.read(this.modules.get(context.getClass(), { strict: false }), repeated);
  }
}

function contentOf(request: KeyedHttpRequest): string {
  const { method, originalUrl, rawBody } = request;
  return JSON.stringify([method, originalUrl, rawBody ? hash('sha256', rawBody, 'base64url') : digestOf(request)]);
}

function headersOf(response: Response): Record<string, string> {
  const set = HEADERS.map((name) => [name, response.getHeader(name)] as const).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

function storedOf({ statusCode }: Response, headers: StoredAnswer['headers'], body: unknown): StoredAnswer {
  return { status: statusCode, headers, body: body === undefined ? null : JSON.stringify(body) };
}
