import { Injectable } from '@nestjs/common';
import { clientNetwork, RateLimited } from '#platform/http';
import { surnameKeys } from '#platform/kernel';
import { CallLimits, Counters } from '#platform/limits';
import { KeyedHashes } from '#platform/secrets';

const MINUTE = 60;
const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** Maximum uses per window from one address. After `uses` a Location is crowded, and takes `place.address` of each. */
interface Limit {
  seconds: number;
  address: number;
  place?: { uses: number; address: number };
}

/**
 * A hotel's guests share its IP address, so the limits for pages and reports are high. Nobody may close the forms of a Location for
 * everybody: a crowded one takes fewer reports from each address, and asks for more proof before it looks anything up.
 */
const LIMITS = {
  page: { seconds: MINUTE, address: 300 },
  photo: { seconds: HOUR, address: 60 },
  report: { seconds: HOUR, address: 30, place: { uses: 200, address: 5 } },
  lookup: { seconds: HOUR, address: 20, place: { uses: 100, address: 20 } },
} satisfies Record<string, Limit>;

/** Searches with a room for one surname in an hour, after which a room is no proof; with a number likewise. */
const GUESSES = 20;
/** Links to one item in a day that are sent because somebody looked for it. */
const LINKS = 3;

/** Rate limits for guest pages across all processes; off if API calls are not limited. */
@Injectable()
export class GuestLimits {
  constructor(
    private readonly counters: Counters,
    private readonly limits: CallLimits,
    private readonly hashes: KeyedHashes,
  ) {}

  /** Counts one use. @returns whether the Location is crowded @throws RateLimited */
  async take(kind: keyof typeof LIMITS, address: string | undefined, locationID: string | null = null): Promise<boolean> {
    if (this.limits.calls === 0) return false;
    const { seconds, address: most, place }: Limit = LIMITS[kind];
    // Addresses are stored as hashes because they are personal data.
    const from = await this.counters.raise(`guest-${kind}:${this.hash(clientNetwork(address))}`, 1, seconds);
    const refuse = () => new RateLimited(from.resets / 1000, 'guests');
    if (from.points > most) throw refuse();
    if (locationID === null || place === undefined) return false;
    const at = await this.counters.raise(`guest-${kind}-at:${locationID}`, 1, seconds);
    const isCrowded = at.points > place.uses;
    if (isCrowded && from.points > place.address) throw refuse();
    return isCrowded;
  }

  /**
   * Counts a search with a room or a number, right or wrong, so that the count tells nothing of what was found. It counts for each key that
   * is compared: two spellings that find the same person share one.
   * @returns null while it may be a proof, else in how many seconds it may again
   */
  async guess(detail: 'room' | 'number', locationID: string, surname: string): Promise<number | null> {
    if (this.limits.calls === 0) return null;
    const keys = surnameKeys(surname).map((key) => `guest-${detail}:${locationID}/${this.hash(key)}`);
    const counts = await Promise.all(keys.map((key) => this.counters.raise(key, 1, HOUR)));
    const reached = counts.filter(({ points }) => points > GUESSES);
    return reached.length === 0 ? null : Math.max(...reached.map(({ resets }) => resets)) / 1000;
  }

  /** Counts a link to the item, and says whether it may be sent: nobody is flooded with them. */
  async maySendLink(groupID: number, itemID: number): Promise<boolean> {
    const { points } = await this.counters.raise(`guest-link:${groupID}/${itemID}`, 1, DAY);
    return points <= LINKS;
  }

  private hash(text: string): string {
    return this.hashes.of('guest', text).toString('base64url');
  }
}
