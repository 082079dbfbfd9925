import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import type { Configuration } from '#platform/configuration';
import type { Caller } from '#platform/kernel';
import { Progress } from './progress.js';

/** A command's output: with `--json` the record, else the text. */
export interface Answer {
  json: unknown;
  text: string;
}

/** Runs commands on the configured database. What they need is loaded only then: help and wrong arguments are answered without. */
export class Admin {
  constructor(private readonly configuration: () => Configuration) {}

  /** Runs a command's work on the service's contexts and prints its result, unless that is null. */
  async run(command: Command, work: (app: INestApplicationContext) => Promise<Answer | null>): Promise<void> {
    await this.onDatabase(command, async (configuration) => {
      const { onContexts } = await import('./database.js');
      return onContexts(configuration, work);
    });
  }

  /** Writes a backup. */
  async backup(command: Command, folder: string): Promise<void> {
    await this.onDatabase(command, async (configuration) => {
      const { writeBackup } = await import('./backup.js');
      return writeBackup(configuration, folder, new Progress(command));
    });
  }

  /** Checks the files of a backup. */
  async verifyBackup(command: Command, folder: string): Promise<void> {
    const { verifyBackup } = await import('./backup.js');
    print(command, await verifyBackup(folder, new Progress(command)));
  }

  /** Restores a backup into an empty database. */
  async restore(command: Command, folder: string): Promise<void> {
    const work = async (configuration: Configuration) => {
      const { restoreBackup } = await import('./backup.js');
      return restoreBackup(configuration, folder, new Progress(command));
    };
    await this.onDatabase(command, work, true);
  }

  /** Migrates the database to this release. */
  async migrate(command: Command): Promise<void> {
    await this.onDatabase(command, async ({ databaseUrl }) => {
      const { migrate } = await import('#service');
      const progress = new Progress(command);
      await migrate(databaseUrl, ({ migration, doing, rows, total, reason }) => {
        if (rows !== undefined && total !== undefined) progress.show(migration, rows, total, 'rows');
        else if (doing === 'waiting') progress.say(`${migration}: waiting for a lock that others hold; the service goes on`);
        else if (doing === 'index') progress.say(`${migration}: building an index`);
        else if (doing === 'refused') progress.say(`The role did not get ${migration} (${reason}): behind a pooler, set it.`);
      });
      progress.end();
      return { json: { migrated: true }, text: 'The database is up to date.' };
    });
  }

  /** Checks what the service needs, a line each; the exit code is 1 when something is wrong. */
  async doctor(command: Command): Promise<void> {
    const work = async (configuration: Configuration & { databaseUrl: string }) => {
      const { examine } = await import('./doctor.js');
      const findings = await examine(configuration, this.configuration().databaseUrl ?? configuration.databaseUrl);
      if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
      return {
        json: findings,
        text: findings.map(({ check, ok, text }) => `${ok ? 'ok   ' : 'WRONG'} ${check}: ${text}`).join('\n'),
      };
    };
    await this.onDatabase(command, work, true);
  }

  /** Prints the result of a command that needs no database. */
  async show(command: Command, work: (configuration: Configuration) => Answer | Promise<Answer>): Promise<void> {
    print(command, await work(this.configuration()));
  }

  private async onDatabase(
    command: Command,
    work: (configuration: Configuration & { databaseUrl: string }) => Promise<Answer | null>,
    isEmpty = false,
  ): Promise<void> {
    const configuration = this.configuration();
    const { withDatabase } = await import('./database.js');
    print(command, await withDatabase(configuration, (databaseUrl) => work({ ...configuration, databaseUrl }), isEmpty));
  }
}

function print(command: Command, answer: Answer | null): void {
  if (answer === null) return;
  const { json, text } = answer;
  console.log(command.optsWithGlobals<{ json?: true }>().json ? JSON.stringify(json) : text);
}

/** The command line's user as a caller with access to the whole Group. @throws NotFound when there is no such Group */
export async function callerIn(app: INestApplicationContext, code: string): Promise<Caller> {
  const { Groups } = await import('#contexts/groups');
  const { id } = await app.get(Groups).byCode(code);
  return { group: { id, code }, actor: { type: 'system' }, role: 'group_admin', scope: { all: true }, requestID: null };
}
