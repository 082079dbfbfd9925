/** A pause between two checks for due work, which new work can end early. */
export class WakeablePause {
  private woken = false;
  private end: () => void = () => undefined;

  /** Ends the current pause, or the next one at once. */
  wake(): void {
    this.woken = true;
    this.end();
  }

  /** Ignores earlier wake-ups: to be called before a check, which finds the work they announced. */
  begin(): void {
    this.woken = false;
  }

  /** Resolves when `wake` has been called since `begin`, at the latest after the given milliseconds. */
  async rest(milliseconds: number): Promise<void> {
    if (this.woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.end = () => undefined;
  }
}
