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

/** Wrong guesses of a room for one surname in an hour, after which a room is no proof. */
const WRONG_ROOMS = 20;
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

  /** Whether rooms have been guessed for the surname, so that a room proves nothing for the rest of the hour. */
  async isRoomGuessed(locationID: string, surname: string): Promise<boolean> {
    if (this.limits.calls === 0) return false;
    return (await this.counters.read(this.guessed(locationID, surname))).points >= WRONG_ROOMS;
  }

  /** Counts a room that was none of the surname's. */
  async countWrongRoom(locationID: string, surname: string): Promise<void> {
    if (this.limits.calls !== 0) await this.counters.raise(this.guessed(locationID, surname), 1, HOUR);
  }

  /** Counts a link to the item, and says whether it may be sent: nobody is flooded with them. */
  async maySendLink(groupID: number, itemID: number): Promise<boolean> {
    const { points } = await this.counters.raise(`guest-link:${groupID}/${itemID}`, 1, DAY);
    return points <= LINKS;
  }

  private guessed(locationID: string, surname: string): string {
    return `guest-room:${locationID}/${this.hash(surnameKeys(surname).at(-1) ?? '')}`;
  }

  private hash(text: string): string {
    return this.hashes.of('guest', text).toString('base64url');
  }
}
