/** A pause between two looks at what is due. Whoever knows of something ends it early. */
export class WakeablePause {
  private woken = false;
  private end: () => void = () => undefined;

  /** Ends the pause; one that has not begun ends at once. */
  wake(): void {
    this.woken = true;
    this.end();
  }

  /** Forgets earlier wake-ups: what they told of is looked for from now on. */
  begin(): void {
    this.woken = false;
  }

  /** Resolves when it was woken since `begin`, at the latest after the milliseconds. */
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
