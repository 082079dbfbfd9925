import 'node:http';

declare module 'node:http' {
  interface OutgoingMessage {
    /** Puts the headers together; Node's types leave it out (docs/internals.md). */
    _storeHeader(firstLine: string, headers: unknown): void;
  }
}
