import { setImmediate } from 'node:timers/promises';
import { createParamDecorator, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '#platform/kernel';
import { Problems } from '../openapi/problems.js';

/** The versions of which any will do; null when every one will. */
export type ExpectedVersions = readonly number[] | null;

/**
 * The versions that `If-Match` asks for; an entity tag is a record's version, `"7"`. Weak tags never match (RFC 9110, 13.1.1).
 * @throws DomainError `precondition_failed` when no version can match
 */
export function expectedVersions(header: string | undefined): ExpectedVersions {
  if (header === undefined || header.trim() === '*') return null;
  const versions = header.split(',').flatMap((tag) => /^\s*"([1-9]\d{0,9})"\s*$/.exec(tag)?.[1] ?? []);
  if (versions.length === 0) throw new DomainError('precondition', 'precondition_failed', 'The record has another version.');
  return versions.map(Number);
}

const versionsOf: PipeTransform<string | undefined, Promise<ExpectedVersions>> = {
  async transform(header) {
    // Nest reads all parameters at once and sends the first refusal: what is wrong with path or body comes before.
    if (header !== undefined) await setImmediate();
    return expectedVersions(header);
  },
};

const documented: ParameterDecorator = (target, method) => {
  const descriptor = Object.getOwnPropertyDescriptor(target, method!)!;
  Problems('precondition_failed')(target, method!, descriptor);
};

const IfMatchHeader = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().headers['if-match'],
  [documented],
);

/** What `If-Match` asks for, and its place in the document: `@IfMatch() expected: ExpectedVersions`. */
export const IfMatch = () => IfMatchHeader(versionsOf);
