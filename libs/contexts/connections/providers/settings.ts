import { readRequest } from '#platform/http';
import { type FieldError, ValidationFailed } from '#platform/kernel';
import type { ProviderName } from '../domain/kinds.js';
import type { Provider, Settings } from './provider.js';
import { PROVIDERS } from './registry.js';

/** Stands for the beginning of a secret that is shown. */
const MASK = '••••';

/** A secret as it is shown: by its last four characters, but never as a whole. */
function masked(secret: string): string {
  return secret.length > 4 ? MASK + secret.slice(-4) : MASK;
}

/** Settings as they are shown: secrets masked, what is not set left out. */
export function shownSettings(provider: ProviderName, settings: Settings): Record<string, unknown> {
  const { secrets } = PROVIDERS[provider];
  const shown = Object.entries(settings).map(([name, value]) => [name, isSecret(secrets, name, value) ? masked(value) : value]);
  return Object.fromEntries(shown);
}

/**
 * Reads settings as the provider has them. A secret that is left out, or comes back as it is shown, keeps its value.
 * @param kept those there are; null for a new connection
 * @throws ValidationFailed, its fields within `settings`
 */
export function readSettings(provider: ProviderName, given: Settings, kept: Settings | null): Settings {
  const { secrets, settings: type, completed = asTheyAre, keepsSecrets = always }: Provider = PROVIDERS[provider];
  const before = (keepsSecrets(given) ? secrets : []).flatMap((name) =>
    typeof kept?.[name] === 'string' ? [[name, kept[name]] as const] : [],
  );
  const values: Record<string, unknown> = { ...Object.fromEntries(before), ...given };
  const errors: FieldError[] = [];
  for (const name of secrets) {
    const value = values[name];
    if (typeof value !== 'string' || !value.startsWith(MASK)) continue;
    const old = kept?.[name];
    if (typeof old === 'string' && masked(old) === value) values[name] = old;
    else errors.push({ field: name, code: 'not_allowed', message: 'Is a masked value, and not that of this connection.' });
  }
  try {
    const read = readRequest(type, values);
    const set = Object.entries(read).filter(([, value]) => value !== null && value !== undefined);
    if (errors.length === 0) return completed(Object.fromEntries(set));
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    errors.push(...error.errors.filter(({ field }) => errors.every((one) => one.field !== field)));
  }
  throw new ValidationFailed(errors.map((error) => ({ ...error, field: `settings.${error.field}` })));
}

/** The secrets among settings. */
export function secretsIn(provider: ProviderName, settings: Settings): Record<string, string> {
  const { secrets } = PROVIDERS[provider];
  return Object.fromEntries(Object.entries(settings).filter((entry): entry is [string, string] => isSecret(secrets, ...entry)));
}

/** The settings that are no secret, as JSON. */
export function openPart(provider: ProviderName, settings: Settings): string {
  const secrets = secretsIn(provider, settings);
  return JSON.stringify(Object.fromEntries(Object.entries(settings).filter(([name]) => !Object.hasOwn(secrets, name))));
}

function isSecret(secrets: readonly string[], name: string, value: unknown): value is string {
  return secrets.includes(name) && typeof value === 'string';
}

const asTheyAre = (settings: Settings) => settings;
const always = () => true;
