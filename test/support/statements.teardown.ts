import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';

/** Takes away what test/support/statements.setup.ts wrote in this run, unless a folder was named for it. */
export default function setup(project: TestProject): () => void {
  const { statements } = project.config.provide;
  if (process.env.STATEMENTS) return () => undefined;
  return () => rmSync(statements!, { recursive: true, force: true });
}
