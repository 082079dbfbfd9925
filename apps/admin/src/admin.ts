import { setImmediate as nextTurn } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import type { Configuration } from '#platform/configuration';
import type { Caller } from '#platform/kernel';
import type { Needs } from './found.js';
import type { Input } from './input.js';
import { Progress } from './progress.js';

/** A command's output: with `--json` the record, else the text. */
export interface Answer {
  json: unknown;
  text: string;
}

type Work<On> = (on: On, progress: Progress) => Promise<Answer | null>;

/** Runs commands. The modules they need are loaded only then: help and wrong arguments are answered without. */
export class Admin {
  /** @param input where it reads what stands in no argument */
  constructor(
    readonly configuration: () => Configuration,
    readonly input: Input = process.stdin,
  ) {}

  /** A terminal is asked without the option; elsewhere it says what is on the input. */
  requireInput(command: Command, option: string, given: true | undefined): void {
    if (!given && !this.input.isTTY) command.error(`error: required option '${option}' not specified`);
  }

  /** Runs a command's work on the service's contexts, on the configured database. */
  run(command: Command, work: Work<INestApplicationContext>, needs: Needs = 'groups'): Promise<void> {
    const onContexts: Work<Configuration> = async (configuration, progress) =>
      (await import('./database.js')).onContexts(configuration, (app) => work(app, progress));
    return this.onDatabase(command, needs, onContexts);
  }

  /** Runs a command's work on the configured database. */
  onDatabase(command: Command, needs: Needs, work: Work<Configuration & { databaseUrl: string }>): Promise<void> {
    return this.show(command, async (configuration, progress) => {
      const configured = configuration();
      const { withDatabase } = await import('./database.js');
      return withDatabase(configured, (databaseUrl) => work({ ...configured, databaseUrl }, progress), needs);
    });
  }

  /** Runs a command's work and prints its result, unless that is null. @throws when that can't be written */
  async show(command: Command, work: Work<() => Configuration>): Promise<void> {
    const progress = new Progress(command);
    const answer = await work(this.configuration, progress).finally(() => progress.end());
    if (answer === null) return;
    const said = command.optsWithGlobals<{ json?: true }>().json ? JSON.stringify(answer.json) : answer.text;
    await print(said);
  }
}

/** @throws what `console.log` is silent about: on a full disk a token, or the data of a person, would be lost without a word */
async function print(text: string): Promise<void> {
  const refusals: NodeJS.ErrnoException[] = [];
  const note = (error: Error) => void refusals.push(error);
  process.stdout.on('error', note);
  console.log(text);
  await nextTurn();
  process.stdout.off('error', note);
  // A reader that closes early, such as `head`, has what it wanted.
  for (const refusal of refusals) if (refusal.code !== 'EPIPE') throw refusal;
}

/** The command line's user as a caller with access to the whole Group. @throws NotFound when there is no such Group */
export async function callerIn(app: INestApplicationContext, code: string): Promise<Caller> {
  const { Groups } = await import('#contexts/groups');
  const { id } = await app.get(Groups).byCode(code);
  return { group: { id, code }, actor: { type: 'system' }, role: 'group_admin', scope: { all: true }, requestID: null };
}
