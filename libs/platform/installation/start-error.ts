/** The service can't start; the message is one line that says what to do. */
export class StartError extends Error {}
