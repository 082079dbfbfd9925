import { globSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { readConfiguration } from '#platform/configuration';
import { Admin } from '../../apps/admin/src/admin.js';
import { programOf } from '../../apps/admin/src/program.js';

/** Takes command lines and does nothing of what they say. */
class Reading extends Admin {
  override run = async () => undefined;
  override onDatabase = async () => undefined;
  override show = async () => undefined;
}

/** Why a command line is not one; null when it is. */
export async function wrongIn(words: readonly string[]): Promise<string | null> {
  const program = programOf(new Reading(() => readConfiguration({}), Readable.from([])), true).configureOutput({
    writeOut: () => undefined,
  });
  return program.parseAsync([...words], { from: 'user' }).then(
    () => null,
    ({ code, message }) => (['commander.helpDisplayed', 'commander.version'].includes(code) ? null : message),
  );
}

/** A command that a document shows: the words of its command line, and where it stands. */
export interface ShownCommand {
  place: string;
  /** As a shell is given it, without what is said of it. */
  line: string;
  words: string[];
}

const DOCUMENTS = ['README.md', 'docs/**/*.md', 'ops/**/*.md', 'apps/desk/README.md'];
/** At the beginning of a line of a block, or in backquotes. */
const SHOWN = /(?:^ {4,}|`)(?:lost-and-found|npm run(?: --silent)? admin --) ([^`\n]+)/gm;
/** An ID that the reader has, and the end of what was said. */
const [ANY_ID, REST] = ['00000000-0000-4000-8000-000000000000', /\s+#.*$/];

/** Every command line of the service that the documents show, in their order. */
export function commandsShown(): ShownCommand[] {
  return globSync(DOCUMENTS).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(SHOWN)].flatMap(([, given]) => {
      const line = given!.replace(REST, '').replace('--id …', `--id ${ANY_ID}`).trim();
      return line === '…' ? [] : [{ place: `${file}: ${line}`, line, words: wordsOf(line) }];
    }),
  );
}

/** The words as a shell takes them, without redirections. */
function wordsOf(line: string): string[] {
  const command = line.replace(/\s[<>]\s*\S+/g, '');
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain!);
}
