import { applyDecorators, SetMetadata, UseInterceptors } from '@nestjs/common';
import { Problems } from '#platform/http';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { type AnswerTo, REPLAY, type ReadAnew, type Replay } from './replay.js';

/**
 * Lets a POST be repeated with an `Idempotency-Key`; each POST that has a caller says how.
 * @param read reads its record again as it is now, if the caller may still see it: a stored one would outlive access, deletion and erasure.
 * Without it the first answer is given again as it was: only right where that shows no record.
 * @param answer for a POST whose only effect is one command on one record: its answer is known before that is committed, so that the call
 * takes part in the group commit (docs/adr/0009-idempotency.md)
 */
export function Replays<Controller, Body = { ID: number }>(read?: ReadAnew<Controller, Body>, answer?: AnswerTo<Body>) {
  const replay = { read, answer } as Replay;
  return applyDecorators(
    SetMetadata(REPLAY, replay),
    UseInterceptors(IdempotencyInterceptor),
    ...(read ? [Problems('not_found')] : []),
  );
}
