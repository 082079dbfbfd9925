import { applyDecorators, SetMetadata, UseInterceptors } from '@nestjs/common';
import { type Created, Problems, type Versioned } from '#platform/http';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { type AnswerTo, REPLAY, type ReadAnew, type Replay } from './replay.js';

type Unlocated<Answer> = Answer extends Created<infer Located> ? Located : Answer;
type BodyOf<Answer> = Answer extends Versioned<infer Body> ? Body : Answer;

/** Whether a handler's answer is what is read again, and its body tells what reading it needs. */
type Fits<Answer, Body, Again> = [Unlocated<Answer>] extends [Again]
  ? [Again] extends [Unlocated<Answer>]
    ? [BodyOf<Unlocated<Answer>>] extends [Body]
      ? unknown
      : { error: 'The first answer does not have what reading again asks of it.' }
    : { error: 'Reading again gives something else than the handler.' }
  : { error: 'Reading again gives something else than the handler.' };

type Replayed<Controller, Body, Again> = <Answer>(
  target: Controller,
  name: string | symbol,
  // biome-ignore lint/suspicious/noExplicitAny: whatever the handler is given
  descriptor: TypedPropertyDescriptor<(...given: any[]) => Promise<Answer>> & Fits<Answer, Body, Again>,
) => void;

/**
 * Lets a POST be repeated with an `Idempotency-Key`; each POST that has a caller says how.
 * @param read reads its record again as it is now, if the caller may still see it: a stored one would outlive access, deletion and erasure.
 * Its result has the type of the handler's answer. Without it the first answer is given again as it was: only right where that shows
 * no record.
 * @param answer for a POST that does nothing but one command on one record: its answer is known before that is committed, so that the call
 * takes part in the group commit (docs/adr/0009-idempotency.md)
 * @param where `outside` for a POST that calls another system: it is in no transaction, and is harmless to repeat
 */
export function Replays(): MethodDecorator;
export function Replays<Controller extends object, Again, Body = { ID: number }>(
  read: ReadAnew<Controller, Body, Again>,
  answer?: AnswerTo<Body>,
  where?: 'outside',
): Replayed<Controller, Body, Again>;
export function Replays(read?: unknown, answer?: unknown, where?: 'outside'): unknown {
  return applyDecorators(
    SetMetadata(REPLAY, { read, answer, isOutside: where === 'outside' } as Replay),
    UseInterceptors(IdempotencyInterceptor),
    ...(read ? [Problems('not_found')] : []),
  );
}
