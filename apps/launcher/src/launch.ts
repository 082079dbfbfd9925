import { join } from 'node:path';
import { type Configuration, secretKeysOf } from '#platform/configuration';
import { addressOf } from '#platform/postgres';
import { checkFolder, checkPorts, lockFolder, openDatabase, StartError } from '#platform/process';
import { compareKeys, Keyring } from '#platform/secrets';
import { migrate } from '#service';
import { Child } from './children.js';
import { prepareDemo } from './demo.js';
import { welcome } from './welcome.js';

/**
 * Runs the whole service until Ctrl-C or SIGTERM: an embedded database unless DATABASE_URL is set, migrations, the demo data at the
 * first start, then API and worker.
 * @throws StartError saying what to do; everything started has then been stopped
 */
export async function launch(configuration: Configuration): Promise<void> {
  checkFolder(configuration);
  const unlock = lockFolder(configuration.dataDir);
  const started: (() => Promise<void> | void)[] = [unlock];
  const stopAll = async () => {
    for (const stop of started.splice(0).reverse()) await stop();
  };
  const stopped = stopSignal(stopAll);
  try {
    await checkPorts(configuration);
    const { secretKey, previousKey } = secretKeysOf(configuration);
    const keyring = new Keyring(secretKey, ...(previousKey ? [previousKey] : []));
    const database = await openDatabase(configuration);
    started.push(() => database.stop());
    await migrated(configuration.directDatabaseUrl ?? database.url, keyring);
    const demo = await prepareDemo({ ...configuration, databaseUrl: database.url }, database.embedded);

    const mailbox = mailboxOf(configuration, database.embedded);
    const environment = childEnvironment(configuration, database, mailbox);
    const children = [new Child('api', environment), new Child('worker', environment)];
    started.push(async () => void (await Promise.all(children.map((child) => child.stop()))));
    stopped.force = () => void children.map((child) => child.kill());
    await Promise.all(children.map((child) => child.start()));
    console.log(welcome(configuration, demo, mailbox));
  } catch (error) {
    if (stopped.requested) return;
    await stopAll();
    throw error;
  }
}

async function migrated(databaseUrl: string, keyring: Keyring): Promise<void> {
  try {
    await compareKeys(databaseUrl, keyring);
    await migrate(databaseUrl);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const host = addressOf(databaseUrl).hosts.map((place) => `${place.host}:${place.port}`);
    throw new StartError(
      `The database at ${host.join(' or ')} can't be used: ${message || code}. Check DATABASE_URL and that PostgreSQL (15 or later) runs.`,
    );
  }
}

/** The folder for messages that are not really sent; with a database of the operator's only when MAIL_FOLDER is set. */
function mailboxOf({ dataDir, messages }: Configuration, embedded: boolean): string | null {
  return messages.folder ?? (embedded ? join(dataDir, 'mail') : null);
}

function childEnvironment(
  configuration: Configuration,
  database: { url: string; embedded: boolean },
  mailbox: string | null,
): NodeJS.ProcessEnv {
  return {
    // The demo's webhook receiver is on this machine; with DATABASE_URL set this is a real installation.
    ...(database.embedded && { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' }),
    ...(mailbox !== null && { MAIL_FOLDER: mailbox }),
    // A trial does not wait ten minutes for a mail.
    ...(database.embedded && { FINDS_TOGETHER: '2s' }),
    ...process.env,
    DATABASE_URL: database.url,
    HOST: configuration.host,
    PUBLIC_URL: configuration.publicUrl,
  };
}

/** Stops gracefully on the first signal; a second one kills what is still running. */
function stopSignal(stopAll: () => Promise<void>): { requested: boolean; force: () => void } {
  const state: { requested: boolean; force: () => void } = { requested: false, force: (): void => undefined };
  const stop = async () => {
    if (state.requested) return state.force();
    state.requested = true;
    console.log('Stopping …');
    await stopAll();
    process.exit(0);
  };
  // `disconnect`: the parent process has ended.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
    process.on(signal as 'SIGINT', () => {
      stop().catch((error) => {
        console.error(error);
        process.exit(1);
      });
    });
  }
  return state;
}
