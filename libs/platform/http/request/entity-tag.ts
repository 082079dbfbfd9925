import type { Request, Response } from 'express';
import { DomainError } from '#platform/kernel';

/** Sets `ETag` on the answer: the record's version, `"7"` (decisions.md, section 4). */
export function setEntityTag(response: Response, version: number): void {
  response.setHeader('ETag', `"${version}"`);
}

/**
 * The versions that `If-Match` asks for, of which any will do; null when every one will. Weak tags never match (RFC 9110, 13.1.1).
 * @throws DomainError `precondition_failed` when no version can match
 */
export function expectedVersions(request: Pick<Request, 'headers'>): number[] | null {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return null;
  const versions = header.split(',').flatMap((tag) => /^\s*"([1-9]\d{0,9})"\s*$/.exec(tag)?.[1] ?? []);
  if (versions.length === 0) throw new DomainError('precondition', 'precondition_failed', 'The record has another version.');
  return versions.map(Number);
}
