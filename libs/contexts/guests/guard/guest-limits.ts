import { Injectable } from '@nestjs/common';
import { clientNetwork, RateLimited } from '#platform/http';
import { numberKey, surnameKeys } from '#platform/kernel';
import { CallLimits, Counters, type Guessed, Guesses, type GuessLimit, WINDOW } from '#platform/limits';
import { KeyedHashes } from '#platform/secrets';
import { type Identity, roomKey } from './lookup.js';

const { minute: MINUTE, hour: HOUR, day: DAY } = WINDOW;

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
  write: { seconds: HOUR, address: 30 },
  lookup: { seconds: HOUR, address: 20, place: { uses: 100, address: 20 } },
} satisfies Record<string, Limit>;

/** Searches after which a room, or a number, is no proof: for one surname, and for one room of a day or one number. */
const GUESSES: GuessLimit['windows'] = [
  { most: 20, seconds: HOUR },
  { most: 60, seconds: DAY },
];
/** Links to one item in a day that are sent because somebody looked for it. */
const LINKS = 3;

/** Rate limits for guest pages across all processes; off if API calls are not limited. */
@Injectable()
export class GuestLimits {
  constructor(
    private readonly counters: Counters,
    private readonly guesses: Guesses,
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
   * is compared: two spellings that find the same person share one. Surnames are guessed by a room as rooms are by a surname.
   * @returns null while it may be a proof, else in how many seconds it may again
   */
  async guess(
    detail: 'room' | 'number',
    locationID: string,
    { surname, departuredDate, ...given }: Identity,
  ): Promise<number | null> {
    if (this.limits.calls === 0) return null;
    const counting = (kind: string, ...compared: string[]): Guessed => [{ kind, windows: GUESSES }, locationID, ...compared];
    const text = detail === 'room' ? [departuredDate ?? '', roomKey(given.room ?? '')] : [numberKey(given.reservationNumber)];
    const guessed = [
      ...surnameKeys(surname).map((key) => counting(`guest-${detail}`, key)),
      counting(`guest-by-${detail}`, ...text),
    ];
    if (!(await this.guesses.takeEach(guessed)).includes(null)) return null;
    return Math.max(1, ...(await this.guesses.waits(guessed)).filter((wait) => wait !== null));
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
