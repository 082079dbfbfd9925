import { defineConfig } from '@hey-api/openapi-ts';

/** `npm run client`: a TypeScript client of the committed document. Tests make it anew whenever the document has changed. */
export default defineConfig({
  input: 'openapi.json',
  output: 'client',
  logs: { level: 'warn', file: false },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
});
