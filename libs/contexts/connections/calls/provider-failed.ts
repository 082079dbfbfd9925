import { DomainError, Unavailable, ValidationFailed } from '#platform/kernel';

/** Characters of a provider's own words that are kept. */
const MOST = 300;

/**
 * A call to a provider that did not do what was asked, with words for who looks after the connection: no secret, no address of a guest.
 * Where nobody catches it, it is 503.
 */
export class ProviderFailed extends Unavailable {
  /** It is known that the call did nothing: it was not sent, or the provider said no. */
  readonly isSettled: boolean;
  /** Milliseconds after which the provider wants to be asked again; null where it did not say. */
  readonly retryAfter: number | null;
  /** The status of the answer; null where there was none. */
  readonly status: number | null;

  constructor(message: string, { isSettled = false, retryAfter = null, status = null }: Partial<Known> = {}) {
    super('provider', message);
    this.isSettled = isSettled;
    this.retryAfter = retryAfter;
    this.status = status;
  }
}

type Known = Pick<ProviderFailed, 'isSettled' | 'retryAfter' | 'status'>;

/** A failure that is the same one the next time, until somebody looks after the connection or asks otherwise. */
export class LastingFailure extends ProviderFailed {}

/** The provider understood the call and said no, for a reason that lies in what was asked. */
export class ProviderRefused extends LastingFailure {
  constructor(
    provider: string,
    status: number,
    /** The provider's own words; null where it had none. */
    readonly words: string | null,
  ) {
    super(`${provider} refused it${words === null ? `, with status ${status}` : `: ${words}`}`, {
      // A conflict may be with the same call, under way or done.
      isSettled: status !== 409,
      status,
    });
  }
}

/** The provider did not take the credentials, or they may not do this. */
export class CredentialsRefused extends LastingFailure {
  constructor(provider: string, status: number, words: string | null = null) {
    const hint = words === null ? 'look at the settings' : `look at the settings: ${words}`;
    super(`${provider} refused the credentials, with status ${status}: ${hint}`, { isSettled: true, status });
  }
}

/** An event that is not what the provider sent, or not now: 401 to whoever sent it. */
export class EventRefused extends DomainError {
  constructor(message: string) {
    super('unauthenticated', 'unauthenticated', message);
  }
}

/** An event that was sent by its provider, and that is not what it has to be: 400, as it is so again the next time. */
export class EventUnreadable extends ValidationFailed {
  constructor(readonly why: string) {
    super([{ field: 'body', code: 'invalid_format', message: why }]);
  }
}

/** A text of a provider on one line, without what must not be shown. @param secrets what is never repeated */
export function providerWords(text: string, secrets: readonly string[] = []): string {
  const plain = secrets.reduce((words, secret) => (secret === '' ? words : words.replaceAll(secret, '••••')), text);
  return plain
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MOST);
}
