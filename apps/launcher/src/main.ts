import { ConfigurationError, readConfiguration } from '#configuration';
import { EmbeddedPostgresError } from '#embedded-postgres';
import { launch } from './launch.js';
import { StartError } from './start-error.js';

try {
  await launch(readConfiguration(process.env));
} catch (error) {
  if (error instanceof ConfigurationError) console.error(`The configuration is wrong:\n${error.message.replaceAll(/^/gm, '  ')}`);
  else if (error instanceof StartError || error instanceof EmbeddedPostgresError) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
