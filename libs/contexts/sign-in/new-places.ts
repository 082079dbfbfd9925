import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Guesses, type GuessLimit } from '#platform/limits';

/** A name that is being guessed is tried from new places once in this many seconds, over all processes. */
const TURN = 1;
const TURNS: GuessLimit = { kind: 'sign-in-turn', windows: [{ most: 1, seconds: TURN }] };
/** Milliseconds after which it is tried again where another process had the turn, and that one leaves the next turn to others. */
const [AGAIN, LEAVES] = [100, 250];

/** Networks that may wait for one name at a time, and milliseconds that they do before they have to ask again. */
const [PLACES, MAX_WAIT] = [50, 10_000];
/** Seconds after which who waited in vain does best to ask again, as its place is kept. */
export const ASK_AGAIN = 1;
/** Networks that are remembered in the order in which they came, and milliseconds for which they are. */
const [REMEMBERED, FOR] = [20_000, 10 * 60_000];

/** An attempt from a place where the owner of the name has not been. */
interface Newcomer {
  name: string;
  network: string;
  isGone: () => boolean;
}

/** A network in the order of those that came. */
interface Place {
  /** When it came, or had its last turn, by the count of all these. */
  since: number;
  hadTurn: boolean;
}

/** An attempt that waits for its turn. */
interface Waiting extends Place {
  /** Whether nobody waits for the answer any more. */
  isGone: () => boolean;
  /** Begins the attempt, or gives it up. */
  begin: (mayTry: boolean) => void;
}

/**
 * Turns of the attempts to sign in with a name that is being guessed, from places where its owner has not been. Each network waits once,
 * and keeps its place in the order over several calls until its turn: those who come from ever new addresses stand behind an owner who is
 * there already, however many they are. Every other turn is for the network that came last of those that had none: those who keep coming
 * from the same addresses stand behind an owner who comes after them.
 */
@Injectable()
export class NewPlaces {
  private readonly rooms = new Map<string, Map<string, Waiting>>();
  private readonly came = new LRUCache<string, Place>({ max: REMEMBERED, ttl: FOR });
  private count = 0;

  constructor(private readonly guesses: Guesses) {}

  /** Runs the work in its turn. @returns null when it was not its turn in time, or too many were before it */
  async inTurn<T>({ name, network, isGone }: Newcomer, work: () => Promise<T>): Promise<T | null> {
    if (!(await this.turn({ name, network, isGone }))) return null;
    // A network that has had its turn stands behind all that are there.
    this.came.set(`${name} ${network}`, { since: ++this.count, hadTurn: true });
    return work();
  }

  private turn({ name, network, isGone }: Newcomer): Promise<boolean> {
    const room = this.rooms.get(name) ?? new Map<string, Waiting>();
    const key = `${name} ${network}`;
    const place = this.came.get(key) ?? { since: ++this.count, hadTurn: false };
    this.came.set(key, place);
    return new Promise((resolve) => {
      const begin = (mayTry: boolean) => {
        clearTimeout(timer);
        if (room.get(network) === waiting) room.delete(network);
        // Thousands of others may have come while it waited, for which it was forgotten.
        if (!mayTry) this.came.set(key, place);
        resolve(mayTry);
      };
      const timer = setTimeout(() => begin(false), MAX_WAIT);
      const waiting = { ...place, begin, isGone };
      room.get(network)?.begin(false);
      room.set(network, waiting);
      // Neither the first nor the last.
      if (room.size > PLACES) ordered(room)[PLACES / 2]!.begin(false);
      if (!this.rooms.has(name)) void this.serve(name, room);
    });
  }

  /** Gives the turns of one name while anybody waits. */
  private async serve(name: string, room: Map<string, Waiting>): Promise<void> {
    this.rooms.set(name, room);
    let [wait, turns] = [TURN * 1000, 0];
    while (room.size > 0) {
      await pause(wait);
      for (const one of room.values()) if (one.isGone()) one.begin(false);
      if (room.size === 0) break;
      // Without the database nothing can be compared either.
      const turn = await this.guesses.take(TURNS, name).catch(() => null);
      if (turn) (turns++ % 2 === 0 ? firstOf(room) : lastOf(room))?.begin(true);
      wait = turn ? TURN * 1000 + LEAVES : AGAIN;
    }
    this.rooms.delete(name);
  }
}

const ordered = (room: Map<string, Waiting>) => [...room.values()].sort((one, other) => one.since - other.since);
const firstOf = (room: Map<string, Waiting>) => ordered(room)[0];
const lastOf = (room: Map<string, Waiting>) => ordered(room).findLast(({ hadTurn }) => !hadTurn) ?? firstOf(room);
