import { setTimeout as pause } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';

/** How long figures are kept, in milliseconds: all gauges of one answer share them, however many read the metrics. */
const KEPT = 5_000;

/** Milliseconds that the database has for an answer: who reads metrics waits for a few seconds only. */
const LIMIT = 2_000;

/** Figures read from the database when somebody reads the metrics; null if that fails or hangs: the other metrics are still served. */
export function measured<Figures>(read: () => Promise<Figures>): () => Promise<Figures | null> {
  let last: { at: number; figures: Promise<Figures> } | null = null;
  return () => {
    const at = performance.now();
    if (!last || at - last.at > KEPT) last = { at, figures: read() };
    return Promise.race([last.figures, pause(LIMIT, null, { ref: false })]).catch(() => null);
  };
}

/** A gauge with values that are read when somebody reads the metrics; a label that is not among them is not shown. */
export function gauge<Label extends string>(
  registry: Registry,
  { name, help, labels = [] }: { name: string; help: string; labels?: Label[] },
  values: () => Promise<readonly (readonly [Record<Label, string>, number])[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      const now = await values();
      this.reset();
      // Without labels it would be shown as 0.
      if (labels.length === 0 && now.length === 0) this.remove();
      for (const [given, value] of now) this.set(given, value);
    },
  });
}
