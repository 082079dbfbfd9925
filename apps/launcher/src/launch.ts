import { join } from 'node:path';
import { type Configuration, secretKeysOf } from '#platform/configuration';
import { checkFolder, checkPorts, lockFolder, openDatabase, type RunDatabase } from '#platform/process';
import { Child } from './children.js';
import { writeDemo } from './demo-file.js';
import { DemoWorld } from './demo-world.js';
import { KeptServer } from './kept-server.js';
import { Preparation } from './preparation.js';
import { isPrepared, mayBePrepared, rememberPrepared } from './prepared.js';
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
    secretKeysOf(configuration);
    const withDemo = isEmbedded(configuration) && configuration.demo;
    const preparation = new Preparation(configuration.environment, withDemo);
    let running: KeptServer | null = null;
    started.push(async () => {
      preparation.stop();
      await running?.stop();
    });
    if (!mayBePrepared(configuration)) preparation.begin();
    const mailbox = mailboxOf(configuration);
    const world = await DemoWorld.planned(configuration, mailbox);
    if (world) started.push(() => world.stop());
    const environment = childEnvironment(configuration, mailbox, world);
    const children = [new Child('api', environment), new Child('worker', environment)];
    started.push(async () => void (await Promise.all(children.map((child) => child.stop()))));
    stopped.force = () => void children.map((child) => child.kill());
    for (const child of children) child.load();
    const database = await openDatabase(configuration);
    running = new KeptServer(database);
    const isNew = await prepared(configuration, database, preparation);
    const demo = withDemo ? writeDemo(configuration, null) : null;

    await Promise.all(children.map((child) => child.start(database.url)));
    console.log(welcome(configuration, demo && { file: demo, isNew, fakes: world?.url ?? null }, mailbox));
  } catch (error) {
    if (stopped.requested) return;
    await stopAll();
    throw error;
  }
}

/** Has the database migrated and the demo made, unless an earlier start of this build has. @returns whether the demo is new */
async function prepared(configuration: Configuration, { url }: RunDatabase, preparation: Preparation): Promise<boolean> {
  if (mayBePrepared(configuration) && (await isPrepared(configuration, url))) return false;
  const isNew = await preparation.run(url);
  await rememberPrepared(configuration, url);
  return isNew;
}

function isEmbedded({ databaseUrl }: Configuration): boolean {
  return databaseUrl === null;
}

/** The folder for messages that are not really sent; with a database of the operator's only when MAIL_FOLDER is set. */
function mailboxOf(configuration: Configuration): string | null {
  const { dataDir, messages } = configuration;
  return messages.folder ?? (isEmbedded(configuration) ? join(dataDir, 'mail') : null);
}

function childEnvironment(configuration: Configuration, mailbox: string | null, world: DemoWorld | null): NodeJS.ProcessEnv {
  return {
    // The demo's webhook receiver is on this machine; with DATABASE_URL set this is a real installation.
    ...(isEmbedded(configuration) && { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' }),
    ...(mailbox !== null && { MAIL_FOLDER: mailbox }),
    // A trial does not wait ten minutes for a mail, nor a minute for its answer.
    ...(isEmbedded(configuration) && { FINDS_TOGETHER: '2s', MAIL_INTERVAL: '5s' }),
    ...(world && { CONNECTION_URLS: world.connectionUrls }),
    ...configuration.environment,
    HOST: configuration.host,
    PUBLIC_URL: configuration.publicUrl,
  };
}

/** Milliseconds within which a second signal is the first one again: a group of processes gets it, and some pass it on. */
const AGAIN = 500;

/** Stops gracefully on the first signal; a second one kills what is still running. */
function stopSignal(stopAll: () => Promise<void>): { requested: boolean; force: () => void } {
  const state: { requested: boolean; force: () => void } = { requested: false, force: (): void => undefined };
  let since = 0;
  const stop = async () => {
    if (state.requested) return performance.now() - since < AGAIN ? undefined : state.force();
    state.requested = true;
    since = performance.now();
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
