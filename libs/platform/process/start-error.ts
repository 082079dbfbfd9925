/** The service can't start; the message says in one line what to do. */
export class StartError extends Error {}
