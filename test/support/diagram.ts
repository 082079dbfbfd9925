import { readFileSync } from 'node:fs';

interface Way {
  by: string;
  from: readonly string[];
  to: string;
}

/**
 * A life cycle as docs/statuses.md draws it: an arrow for each pair of statuses.
 * @param live the statuses that can be left: what leads from all others is drawn from one place
 */
export function diagram(ways: readonly Way[], live: readonly string[]): string {
  const arrows = new Map<string, Set<string>>();
  for (const { by, from, to } of ways) {
    const isOfAll = live.every((status) => status === to || from.includes(status));
    for (const status of isOfAll ? ['any'] : from) {
      if (status === to) continue;
      const key = `${status} ${to}`;
      arrows.set(key, (arrows.get(key) ?? new Set()).add(by));
    }
  }
  const lines = [...arrows].map(([key, acts]) => {
    const [from, to] = key.split(' ');
    return `    ${from} -->|${[...acts].join(', ')}| ${to}`;
  });
  return ['flowchart LR', ...lines].join('\n');
}

/** The drawing under a heading of docs/statuses.md. */
export function drawn(heading: string): string {
  const [, section = ''] = readFileSync('docs/statuses.md', 'utf8').split(`## ${heading}\n`);
  return /```mermaid\n([\s\S]*?)\n```/.exec(section)?.[1] ?? '';
}
