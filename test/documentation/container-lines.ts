import { globSync, readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

/** A command line of a container's manual. */
export interface ContainerLine {
  /** The document and the line. */
  place: string;
  program: 'docker' | 'compose' | 'kubectl';
  /** What follows the program's name, without redirections. */
  words: string[];
  /** The words of the service's own command in it. */
  command: string[] | null;
}

const LINE = /^ {4}(docker compose|docker|kubectl) (.+)$/gm;

/** Every line of the manuals that a container is worked with, in their order. */
export function containerLines(): ContainerLine[] {
  return globSync('docs/*.md').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(LINE)].map(([line, name, rest]) => {
      const words = wordsOf(rest!.replace(/\s[<>]\s*\S+/g, '').replace(/\s+#.*$/, ''));
      const program = name === 'docker compose' ? 'compose' : (name as 'docker' | 'kubectl');
      return { place: `${file}: ${line.trim()}`, program, words, command: commandIn(program, words) };
    }),
  );
}

function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replace(/["']/g, ''));
}

/** The service's command is behind its name, behind the service that is it, or behind the image of which it is the entry point. */
function commandIn(program: string, words: readonly string[]): string[] | null {
  const behind = (at: number) => (at < 0 ? null : words.slice(at + 1));
  if (program === 'compose' && words[0] === 'run' && words.includes('admin')) return behind(words.indexOf('admin'));
  const at = words.indexOf('lost-and-found');
  const isEntry = words[at - 1] === '--entrypoint';
  if (isEntry) return behind(words.findIndex((word) => /^lost-and-found:/.test(word)));
  const isRun =
    program === 'compose' ? words[0] === 'exec' : words[0] === 'exec' && (program === 'docker' || words[at - 1] === '--');
  return isRun ? behind(at) : null;
}

/** The names in ops/kubernetes, as `kind/name` in kubectl's short words, and the secrets and settings that pods read. */
export function kubernetesNames(): Set<string> {
  const short: Record<string, string> = { deployment: 'deploy', persistentvolumeclaim: 'pvc' };
  const names = new Set<string>();
  for (const file of globSync('ops/kubernetes/**/*.yml')) {
    const text = readFileSync(file, 'utf8');
    for (const manifest of parseAllDocuments(text).map((document) => document.toJS())) {
      const kind = manifest.kind.toLowerCase();
      names.add(`${short[kind] ?? kind}/${manifest.metadata.name}`);
    }
    for (const [, kind, name] of text.matchAll(/(secret|configMap)Ref: \{ name: (\S+) \}/g))
      names.add(`${kind!.toLowerCase()}/${name}`);
  }
  return names;
}
