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

type Work<On> = (on: On, progress: Progress) => Promise<Answer | null>;

/** Runs commands. What they need is loaded only then: help and wrong arguments are answered without. */
export class Admin {
  constructor(readonly configuration: () => Configuration) {}

  /** Runs a command's work on the service's contexts, on the configured database. */
  run(command: Command, work: Work<INestApplicationContext>): Promise<void> {
    return this.onDatabase(command, async (configuration, progress) => {
      const { onContexts } = await import('./database.js');
      return onContexts(configuration, (app) => work(app, progress));
    });
  }

  /** Runs a command's work on the configured database. @param isEmpty the work makes the tables */
  onDatabase(command: Command, work: Work<Configuration & { databaseUrl: string }>, isEmpty = false): Promise<void> {
    return this.show(command, async (configuration, progress) => {
      const configured = configuration();
      const { withDatabase } = await import('./database.js');
      return withDatabase(configured, (databaseUrl) => work({ ...configured, databaseUrl }, progress), isEmpty);
    });
  }

  /** Runs a command's work and prints its result, unless that is null. */
  async show(command: Command, work: Work<() => Configuration>): Promise<void> {
    const progress = new Progress(command);
    const answer = await work(this.configuration, progress).finally(() => progress.end());
    if (answer === null) return;
    console.log(command.optsWithGlobals<{ json?: true }>().json ? JSON.stringify(answer.json) : answer.text);
  }
}

/** The command line's user as a caller with access to the whole Group. @throws NotFound when there is no such Group */
export async function callerIn(app: INestApplicationContext, code: string): Promise<Caller> {
  const { Groups } = await import('#contexts/groups');
  const { id } = await app.get(Groups).byCode(code);
  return { group: { id, code }, actor: { type: 'system' }, role: 'group_admin', scope: { all: true }, requestID: null };
}
