import { readConfiguration } from '#platform/configuration';
import { playDemo } from './demo.js';
import { Service } from './service.js';

try {
  const complete = await playDemo(Service.fromDemoFile(readConfiguration(process.env).dataDir));
  process.exit(complete ? 0 : 1);
} catch (error) {
  const { message, cause } = error as Error;
  console.error(
    message === 'fetch failed' ? `The service does not answer (${cause}). Run npm start in another terminal.` : message,
  );
  process.exit(1);
}
