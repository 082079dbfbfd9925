import { store } from '../device/store.js';

/** How far a clock may be off before it is corrected, in ms. */
const TOLERATED = 2 * 60_000;

/** How far the clock of this device is behind the service's, in ms; 0 where it is right, null where the service was not heard yet. */
const behind = store<number | null>(null);
export const useClock = behind.use;

/** Compares the clocks by an answer of the service. @param sent when it was asked, by this device */
export function heard(answer: Response, sent: number): void {
  const date = Date.parse(answer.headers.get('Date') ?? '');
  const received = Date.now();
  if (Number.isNaN(date) || received - sent > TOLERATED) return;
  // The header has whole seconds.
  const difference = date + 500 - (sent + received) / 2;
  const next = Math.abs(difference) > TOLERATED ? Math.round(difference) : 0;
  if (next === 0 || Math.abs(next - (behind.get() ?? 0)) > TOLERATED) behind.set(next);
}

/** Whether it was compared with the service's. */
export const isKnown = (): boolean => behind.get() !== null;

/** The time, by the service's clock where it is known. */
export const now = (): Date => new Date(Date.now() + (behind.get() ?? 0));

/**
 * A moment that was written down by the clock of this device before the service was heard. It is corrected where the clock had the same
 * fault then: not where it was set in between.
 */
export function corrected(moment: string): string {
  const off = behind.get() ?? 0;
  const [written, device] = [Date.parse(moment), Date.now()];
  const isWrong = off < 0 ? written > device + off : off > 0 && written <= device;
  return isWrong ? new Date(written + off).toISOString() : moment;
}
