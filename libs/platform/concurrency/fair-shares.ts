/**
 * Shares of something bounded, such as bytes of memory. An owner may hold as much as would still be free beside it: alone half of all, each
 * of n greedy ones an (n + 1)th, so there is always room for another (dynamic thresholds, Choudhury and Hahne 1998).
 */
export class FairShares<Owner> {
  private free: number;
  private readonly held = new Map<Owner, number>();

  constructor(capacity: number) {
    this.free = capacity;
  }

  /** How many owners hold something. */
  get owners(): number {
    return this.held.size;
  }

  /** Takes the amount, unless the owner would then hold more than what is free. @returns whether it was taken */
  take(owner: Owner, amount: number): boolean {
    const held = (this.held.get(owner) ?? 0) + amount;
    if (held > this.free - amount) return false;
    this.free -= amount;
    this.held.set(owner, held);
    return true;
  }

  /** The owners that can take no more of the amount now. */
  without(amount: number): Owner[] {
    return [...this.held].flatMap(([owner, held]) => (held + amount > this.free - amount ? [owner] : []));
  }

  /** Gives back what was taken. Owners that hold nothing are forgotten. */
  give(owner: Owner, amount: number): void {
    const held = (this.held.get(owner) ?? 0) - amount;
    this.free += amount;
    if (held > 0) this.held.set(owner, held);
    else this.held.delete(owner);
  }
}
