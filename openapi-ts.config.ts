import { defineConfig } from '@hey-api/openapi-ts';

/** The generated part of the TypeScript client. Tests make it anew whenever the document has changed. */
export default defineConfig({
  input: 'openapi.json',
  output: 'clients/typescript/src/generated',
  logs: { level: 'warn', file: false },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
});
