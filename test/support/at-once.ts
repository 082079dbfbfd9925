/** Milliseconds between a worker's looks, and before a call to a provider is repeated, so that no spec waits for them. */
export const AT_ONCE = { look: 50, pause: 10 };
