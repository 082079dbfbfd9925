import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Command } from 'commander';
import { Groups } from '#contexts/groups';
import type { Configuration } from '#platform/configuration';
import type { Caller } from '#platform/kernel';
import { BULK } from '#platform/postgres';
import { migrate, ServiceModule, serviceOptions } from '#service';
import { withDatabase } from './database.js';

/** What a command prints: with `--json` the record, else the text. */
export interface Answer {
  json: unknown;
  text: string;
}

/** Runs commands on the configured database. */
export class Admin {
  constructor(private readonly configuration: () => Configuration) {}

  /** Runs a command's work on the service's contexts and prints its result. */
  async run(command: Command, work: (app: INestApplicationContext) => Promise<Answer>): Promise<void> {
    await this.onDatabase(command, async (configuration) => {
      const options = serviceOptions(configuration);
      const contexts = ServiceModule.forRoot({ ...options, database: { ...options.database, limits: BULK } });
      const app = await NestFactory.createApplicationContext(contexts, { logger: ['error', 'warn'], abortOnError: false });
      try {
        return await work(app);
      } finally {
        await app.close();
      }
    });
  }

  /** Migrates the database to this release. */
  async migrate(command: Command): Promise<void> {
    await this.onDatabase(command, async ({ databaseUrl }) => {
      await migrate(databaseUrl);
      return { json: { migrated: true }, text: 'The database is up to date.' };
    });
  }

  /** Prints the result of a command that needs no database. */
  show(command: Command, work: (configuration: Configuration) => Answer): void {
    print(command, work(this.configuration()));
  }

  private async onDatabase(
    command: Command,
    work: (configuration: Configuration & { databaseUrl: string }) => Promise<Answer>,
  ): Promise<void> {
    const configuration = this.configuration();
    print(command, await withDatabase(configuration, (databaseUrl) => work({ ...configuration, databaseUrl })));
  }
}

function print(command: Command, { json, text }: Answer): void {
  console.log(command.optsWithGlobals<{ json?: true }>().json ? JSON.stringify(json) : text);
}

/** The command line's user as a caller with access to the whole Group. @throws NotFound when there is no such Group */
export async function callerIn(app: INestApplicationContext, code: string): Promise<Caller> {
  const { id } = await app.get(Groups).byCode(code);
  return { group: { id, code }, actor: { type: 'system' }, role: 'group_admin', scope: { all: true }, requestID: null };
}
