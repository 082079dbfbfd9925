import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';

/** The memory of providers, by their names. */
export type Ledgers = Record<string, { ledger: object }>;

/** Gives the providers back what they knew when they were last stopped; nothing where there is nothing that can be read. */
export function recall(file: string, providers: Ledgers): void {
  let kept: Record<string, Record<string, object>>;
  try {
    kept = deserialize(readFileSync(file));
  } catch {
    return;
  }
  for (const [name, { ledger }] of Object.entries(providers)) Object.assign(ledger, kept[name]);
}

/** Keeps what they know: as one piece, as their lists share records. */
export function remember(file: string, providers: Ledgers): void {
  const ledgers = Object.entries(providers).map(([name, { ledger }]) => [name, ledger]);
  writeFileSync(file, serialize(Object.fromEntries(ledgers)), { mode: 0o600 });
}
