import { changesOf } from '#platform/kernel';
import { RequestIsFinal } from './request.errors.js';
import type { RequestEvent } from './request.events.js';
import type { Guest, RequestFields } from './request.fields.js';
import type { KnownRequest } from './request.state.js';

/** The fields of a Request in a call: omitted fields keep their value, null clears it. */
export type RequestChanges = Partial<Omit<RequestFields, 'guest'>> & { owner?: Partial<Guest> };

/** Changes what a Request was made with, and what staff note (decisions.md, section 13, Requests). @throws RequestIsFinal */
export function updateRequest({ owner, ...changes }: RequestChanges, { status, fields }: KnownRequest): RequestEvent[] {
  if (status === 'anonymized') throw new RequestIsFinal();
  const guest = owner && { ...fields.guest, ...changesOf(fields.guest, owner) };
  const changed = changesOf(fields, { ...changes, ...(guest && { guest }) });
  return Object.keys(changed).length === 0 ? [] : [{ type: 'RequestUpdated', data: changed }];
}
