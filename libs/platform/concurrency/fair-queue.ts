/** Waiting work, taken from its owners in turn: an owner with much of it delays nobody else. */
export class FairQueue<Owner, Work> {
  private readonly ofOwner = new Map<Owner, Work[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  push(owner: Owner, work: Work): void {
    this.count++;
    const queue = this.ofOwner.get(owner);
    if (queue) queue.push(work);
    else this.ofOwner.set(owner, [work]);
  }

  /** Takes the work of each owner in its order, one of each owner in turn. */
  take(most: number): Work[] {
    const taken: Work[] = [];
    // An owner with more is entered again behind the others, where this loop meets it again.
    for (const [owner, queue] of this.ofOwner) {
      if (taken.length === most) break;
      taken.push(queue.shift()!);
      this.ofOwner.delete(owner);
      if (queue.length > 0) this.ofOwner.set(owner, queue);
    }
    this.count -= taken.length;
    return taken;
  }

  /** Whether the work was still waiting. */
  remove(owner: Owner, work: Work): boolean {
    const queue = this.ofOwner.get(owner) ?? [];
    const index = queue.indexOf(work);
    if (index < 0) return false;
    queue.splice(index, 1);
    if (queue.length === 0) this.ofOwner.delete(owner);
    this.count--;
    return true;
  }
}
