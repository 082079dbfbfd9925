import { readConfiguration } from '#platform/configuration';
import { playDemo } from './demo.js';
import { demoClient } from './service.js';
import { playSync } from './sync.js';

try {
  const { dataDir } = readConfiguration(process.env);
  const [mode] = process.argv.slice(2);
  if (mode !== undefined && mode !== 'sync')
    throw new Error(`There is no demo ${mode}: run "npm run demo" or "npm run demo -- sync".`);
  const client = demoClient(dataDir);
  const complete = await (mode === 'sync' ? playSync(client, dataDir) : playDemo(client));
  process.exit(complete ? 0 : 1);
} catch (error) {
  const { message, cause } = error as Error;
  console.error(
    message === 'fetch failed' ? `The service does not answer (${cause}). Run npm start in another terminal.` : message,
  );
  process.exit(1);
}
