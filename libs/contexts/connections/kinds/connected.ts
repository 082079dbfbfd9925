/** A provider as one connection reaches it. Its methods throw `ProviderFailed` alone, or `ProviderRefused`, which is one. */
export interface Connected {
  /** One harmless call, which shows that the provider answers and takes the credentials. */
  test(): Promise<void>;
}

/** A call as it arrived at a connection's `eventsUrl`, to the byte. */
export interface RawEvent {
  /** As sent; a provider's signature is over these. */
  body: Buffer;
  /** In lower case, without repetition. */
  headers: Readonly<Record<string, string | undefined>>;
  /** When it arrived. */
  at: Date;
}

/** How far the time of a signature may be from that of its arrival, in milliseconds, where the provider dates it. */
export const SIGNATURE_AGE = 5 * 60 * 1000;
