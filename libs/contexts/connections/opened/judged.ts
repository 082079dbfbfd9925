import { retryAfterMs } from '#platform/kernel';
import type { ProviderAnswer } from '../calls/provider-call.js';
import { CredentialsRefused, ProviderFailed, ProviderRefused, providerWords } from '../calls/provider-failed.js';
import type { OpenConnection } from '../calls/provider-line.js';
import { refusalWords } from '../calls/refusal-words.js';
import { PROVIDERS } from '../providers/registry.js';
import { secretsIn } from '../providers/settings.js';

/** A failure that may be another one the next time. */
export class Passing extends ProviderFailed {}

/** @throws ProviderFailed unless it is a success */
export function judged({ provider, settings }: OpenConnection, answer: ProviderAnswer): ProviderAnswer {
  const { name } = PROVIDERS[provider];
  const { status, headers, body } = answer;
  if (status >= 200 && status < 300) return answer;
  const retryAfter = retryAfterMs(String(headers['retry-after'] ?? ''), Date.now());
  const said = () => {
    const words = refusalWords(body);
    return words && providerWords(words, Object.values(secretsIn(provider, settings)));
  };
  if (status === 401) throw new CredentialsRefused(name, status);
  // A permission that is missing is named in the words.
  if (status === 403) throw new CredentialsRefused(name, status, said());
  if (status === 429) {
    throw new Passing(`${name} was asked too often, with status 429`, { isSettled: true, retryAfter, status });
  }
  if (status >= 400 && status < 500 && status !== 408) throw new ProviderRefused(name, status, said());
  throw new Passing(`${name} answered with status ${status}`, { retryAfter, status });
}
