import { setImmediate } from 'node:timers/promises';
import { createParamDecorator, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { type ExpectedVersions, PreconditionFailed } from '#platform/kernel';
import { Problems } from '../endpoint/problems.js';

const NONE = 'If-Match names no version of a record: an entity tag is sent as the ETag was, with its quotes.';

/**
 * The versions in `If-Match`; an entity tag begins with a record's version, `"7"`. Proxies that compress make a tag weak, `W/"7"`, or mark
 * it, `"7-gzip"`: it names the same version (decisions.md, section 4).
 * @throws PreconditionFailed when no version can match
 */
export function expectedVersions(header: string | undefined): ExpectedVersions {
  if (header === undefined || header.trim() === '*') return null;
  const versions = header.split(',').flatMap((tag) => /^\s*(?:W\/)?"([1-9]\d{0,9})(?:[-;:][\w;:-]+)?"\s*$/i.exec(tag)?.[1] ?? []);
  if (versions.length === 0) throw new PreconditionFailed(NONE);
  return versions.map(Number);
}

/** The same once all else is read: Nest reads all parameters concurrently and sends the first error; those of path and body come first. */
export async function expectedOnceRead(header: string | undefined): Promise<ExpectedVersions> {
  if (header !== undefined) await setImmediate();
  return expectedVersions(header);
}

const versionsOf: PipeTransform<string | undefined, Promise<ExpectedVersions>> = { transform: expectedOnceRead };

/** Documents the problem of a call that asks for another version. */
export const documented: ParameterDecorator = (target, method) => {
  const descriptor = Object.getOwnPropertyDescriptor(target, method!)!;
  Problems('precondition_failed')(target, method!, descriptor);
};

const IfMatchHeader = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().headers['if-match'],
  [documented],
);

/** Reads and documents `If-Match`: `@IfMatch() expected: ExpectedVersions`. */
export const IfMatch = () => IfMatchHeader(versionsOf);
