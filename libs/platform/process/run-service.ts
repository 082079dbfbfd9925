import type { Logger } from 'pino';
import { type Configuration, ConfigurationError, readConfiguration } from '#platform/configuration';
import { RELEASE, releaseName } from '#platform/runtime';
import { createLog } from './log.js';
import { type Running, runUntilStopped } from './run-until-stopped.js';
import { StartError } from './start-checks.js';

/**
 * Runs a process of the service, configured by its environment, until it is stopped. The reason of its end is one line of its log; a wrong
 * configuration names every variable and needs no stack trace.
 */
export async function runService(
  name: string,
  start: (configuration: Configuration, log: Logger) => Promise<Running>,
  load?: () => Promise<unknown>,
): Promise<void> {
  let log = createLog();
  await runUntilStopped(
    async () => {
      const configuration = readConfiguration(process.env);
      // For processes that it forks in turn.
      process.env = configuration.environment;
      log = createLog(configuration.logLevel);
      log.info(RELEASE, `The ${name} of lost-and-found ${releaseName()} starts`);
      const { misspelled } = configuration;
      if (misspelled.length > 0) log.warn(`Unknown variables, perhaps misspelled: ${misspelled.join(', ')}`);
      return start(configuration, log);
    },
    (error) => {
      if (error instanceof ConfigurationError) {
        const wrong = error.message.split('\n');
        log.fatal({ wrong }, `The ${name} can't start with this configuration: ${wrong.join('; ')}`);
      } else if (error instanceof StartError) log.fatal(error.message);
      else log.fatal({ err: error }, `The ${name} stopped`);
    },
    load,
  );
}
