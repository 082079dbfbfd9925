import type { Command } from 'commander';

/** How often a line is written where nobody watches, and on a terminal, in milliseconds. */
const [SELDOM, OFTEN] = [10_000, 200];

/**
 * Shows on the error output how far a long command is and how long it will take: one line that changes on a terminal, else a line
 * every ten seconds, with `--json` as JSON.
 */
export class Progress {
  private readonly json: boolean;
  private readonly terminal = process.stderr.isTTY === true;
  private what = '';
  private began = { at: 0, done: 0 };
  private shown = 0;
  private said = '';

  constructor(command: Command) {
    this.json = command.optsWithGlobals<{ json?: true }>().json === true;
  }

  /** @param unit what is counted @param total about how many there are */
  show(what: string, done: number, total: number, unit: string): void {
    const now = Date.now();
    if (what !== this.what) {
      this.end();
      [this.what, this.began, this.shown] = [what, { at: now, done }, now];
    }
    if (now - this.shown < (this.terminal ? OFTEN : SELDOM)) return;
    this.shown = now;
    const rate = (done - this.began.done) / (now - this.began.at);
    const secondsLeft = rate > 0 ? Math.round(Math.max(0, total - done) / rate / 1000) : null;
    if (this.json) this.line(JSON.stringify({ progress: what, done, total, secondsLeft }));
    else
      this.line(
        `${what}: ${count(done)} of ${count(total)} ${unit}${secondsLeft === null ? '' : `, ${timeOf(secondsLeft)} left`}`,
      );
  }

  /** Says something, and not again until something else was said. */
  say(text: string): void {
    if (text === this.said) return;
    this.said = text;
    this.end();
    process.stderr.write(this.json ? `${JSON.stringify({ progress: text })}\n` : `${text}\n`);
  }

  /** Clears the line on a terminal, before the result. */
  end(): void {
    if (this.terminal && this.what !== '' && !this.json) process.stderr.write('\r\u001b[K');
    this.what = '';
  }

  private line(text: string): void {
    process.stderr.write(this.terminal && !this.json ? `\r\u001b[K${text}` : `${text}\n`);
  }
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

function timeOf(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
