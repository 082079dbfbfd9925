import { ConfigurationError, readConfiguration } from '#platform/configuration';
import { EmbeddedPostgresError } from '#platform/embedded-postgres';
import { StartError } from '#platform/process';
import { launch } from './launch.js';
import { PreparationFailed } from './preparation.js';

try {
  await launch(readConfiguration(process.env));
} catch (error) {
  if (error instanceof ConfigurationError) console.error(`Invalid configuration:\n${error.message.replaceAll(/^/gm, '  ')}`);
  else if (error instanceof StartError || error instanceof EmbeddedPostgresError) console.error(error.message);
  else if (!(error instanceof PreparationFailed)) console.error(error);
  process.exit(1);
}
