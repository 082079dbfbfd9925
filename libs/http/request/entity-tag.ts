import type { Request, Response } from 'express';
import { DomainError } from '#kernel';

/** The record's version as an entity tag: `"7"` (decisions.md, section 4). */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/** Sets `ETag` on the answer. */
export function setEntityTag(response: Response, version: number): void {
  response.setHeader('ETag', entityTag(version));
}

/**
 * The version that `If-Match` asks for; null when any will do. Weak tags never match (RFC 9110, 13.1.1); of several, the
 * latest counts. @throws DomainError `precondition_failed` when no version can match
 */
export function expectedVersion(request: Pick<Request, 'headers'>): number | null {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return null;
  const versions = header.split(',').flatMap((tag) => /^\s*"([1-9]\d{0,9})"\s*$/.exec(tag)?.[1] ?? []);
  if (versions.length === 0) throw new DomainError('precondition', 'precondition_failed', 'The record has another version.');
  return Math.max(...versions.map(Number));
}
