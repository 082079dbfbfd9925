import type { Actor, Caller } from '#platform/kernel';

/** A caller who is a user. */
export type OwnCaller = Caller & { actor: Extract<Actor, { type: 'user' }> };
