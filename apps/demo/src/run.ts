import { parseArgs } from 'node:util';
import { readConfiguration } from '#platform/configuration';
import { playDemo } from './demo.js';
import { demoClient } from './service.js';
import { playSync } from './sync.js';

try {
  const { dataDir } = readConfiguration(process.env);
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { items: { type: 'string', default: '320' } } });
  const [mode] = positionals;
  if (mode !== undefined && mode !== 'sync')
    throw new Error(`There is no demo ${mode}: run "npm run demo" or "npm run demo -- sync --items 5000".`);
  const client = demoClient(dataDir);
  const complete = await (mode === 'sync' ? playSync(client, dataDir, Number(values.items)) : playDemo(client));
  process.exit(complete ? 0 : 1);
} catch (error) {
  const { message, cause } = error as Error;
  console.error(
    message === 'fetch failed' ? `The service does not answer (${cause}). Run npm start in another terminal.` : message,
  );
  process.exit(1);
}
