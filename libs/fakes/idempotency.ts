import type { Answer, Seen } from './call.js';

/** The memory of a provider that honours an `Idempotency-Key`: the answers to the calls that had one. */
export class Idempotency {
  private readonly kept = new Map<string, { asked: string; answer: Answer }>();

  /** @param keeps which answers are kept for the next call of the same key */
  constructor(private readonly keeps: (status: number) => boolean) {}

  /** The answer to the key of a call, and whether that call was the same. */
  of(seen: Seen): { answer: Answer; same: boolean } | undefined {
    const kept = this.kept.get(seen.headers['idempotency-key'] ?? '');
    return kept && { answer: kept.answer, same: kept.asked === asked(seen) };
  }

  keep(seen: Seen, answer: Answer): void {
    const key = seen.headers['idempotency-key'];
    if (!key || this.kept.has(key) || !this.keeps(answer.status ?? 200)) return;
    this.kept.set(key, { asked: asked(seen), answer: structuredClone(answer) });
  }
}

const asked = ({ route, path, body }: Seen) => JSON.stringify([route, path, body]);
