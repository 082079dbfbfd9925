import { KINDS } from './kinds.js';

/** Events for endpoints (decisions.md, section 10): empty until the service hands in the events of its contexts. */
export const ENDPOINT_EVENTS: string[] = [];

/** The types of webhook events: the kinds of the configuration, and what endpoints can be told. */
export const EVENT_TYPES: string[] = [...KINDS];

/** The same with test events. */
export const SHOWN_TYPES: string[] = [...KINDS, 'test'];

/** Adds the events of a context. Documents and checks of requests read the lists when they are used. */
export function addEndpointEvents(names: readonly string[]): void {
  ENDPOINT_EVENTS.push(...names);
  EVENT_TYPES.push(...names);
  SHOWN_TYPES.splice(-1, 0, ...names);
}

/** Why the service has disabled an endpoint (decisions.md, section 7): it answered 410, or everything failed for five days. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];
