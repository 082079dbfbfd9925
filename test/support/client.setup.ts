import { existsSync, statSync } from 'node:fs';
import { createClient } from '@hey-api/openapi-ts';
import configuration from '../../openapi-ts.config.js';

/**
 * Regenerates the client when openapi.json or its configuration has changed: the client is never committed and never stale.
 * Throws when nothing was generated: without a configuration the generator does nothing, silently.
 */
export default async function setup(): Promise<void> {
  const made = 'clients/typescript/src/generated/sdk.gen.ts';
  const sources = ['openapi.json', 'openapi-ts.config.ts'];
  if (existsSync(made) && sources.every((file) => statSync(file).mtimeMs < statSync(made).mtimeMs)) return;
  const clients = await createClient(await configuration);
  if (clients.length === 0 || !existsSync(made)) throw new Error(`No client was generated from ${sources.join(' and ')}.`);
}
