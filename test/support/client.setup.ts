import { existsSync, statSync } from 'node:fs';
import { createClient } from '@hey-api/openapi-ts';

/** Makes client/ anew when openapi.json or its configuration has changed since: a client is never committed, never stale. */
export default async function setup(): Promise<void> {
  const made = 'client/sdk.gen.ts';
  const sources = ['openapi.json', 'openapi-ts.config.ts'];
  if (existsSync(made) && sources.every((file) => statSync(file).mtimeMs < statSync(made).mtimeMs)) return;
  await createClient();
}
