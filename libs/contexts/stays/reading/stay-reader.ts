import { Injectable } from '@nestjs/common';
import {
  ConnectionReaders,
  LastingFailure,
  type OpenConnection,
  Providers,
  type Reading,
  ReadingOutcomes,
  type ReadingUnderWay,
  type Reservation,
  type ReservationSystem,
} from '#contexts/connections';
import { Database } from '#platform/database';
import { Clock, dayIn } from '#platform/kernel';
import { keptFrom } from '../stay-retention.js';
import type { Stay } from '../stays.js';
import { type Place, Places } from './places.js';
import { ReadStays } from './read-stays.js';
import { keyOf, staysOf } from './stays-of.js';

/** Reservations that are asked for again at once, and names without a Location that are kept. */
const [AT_ONCE, NAMED] = [20, 100];

/** How far a connection is read; what is kept of it is of no person. */
interface Progress {
  /** The services or hotels, and what they are: with others, all is read as at first. */
  of: string;
  /** Until when all is read, in the provider's time; null at first. */
  since: string | null;
  unmapped: string[];
  /** The part of the reading under way that is still to be read. */
  now: {
    until: string;
    readings: Reading[];
    cursor: string | null;
    /** The pages of the first part are read; what they did not show is asked for again from behind this key. */
    unseen?: string;
  } | null;
}

/** A reading of one connection. */
interface Under {
  connection: OpenConnection;
  system: ReservationSystem;
  places: ReadonlyMap<string, Place>;
  reading: ReadingUnderWay;
  /** Why one was left out; null where none was. */
  odd: string | null;
  /** IDs of the page before, of those that lead on. */
  page: string | null;
}

/** Reads stays from reservation systems: page by page, each written with how far it is in one transaction. */
@Injectable()
export class StayReader {
  constructor(
    readers: ConnectionReaders,
    private readonly providers: Providers,
    private readonly outcomes: ReadingOutcomes,
    private readonly places: Places,
    private readonly stays: ReadStays,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    readers.of('reservations', (connection, reading) => this.read(connection, reading));
  }

  private async read(connection: OpenConnection, reading: ReadingUnderWay): Promise<boolean> {
    const { places, others } = await this.places.of(connection);
    const system = this.providers.reservations(connection, 'each');
    const under: Under = { connection, system, places, reading, odd: null, page: null };
    const of = JSON.stringify([...places]);
    let progress = reading.progress as Progress | null;
    if (progress?.of !== of) {
      await this.stays.leave(
        connection,
        [...places.values()].map(({ locationID }) => locationID),
      );
      progress = { of, since: null, unmapped: others, now: null };
    }
    if (progress.now === null) {
      const today = (unit: string) => dayIn(places.get(unit)?.zone ?? 'UTC', this.clock.now());
      const { until, readings } = await system.readings(progress.since, today);
      const known = readings.filter(({ unit }) => unit === null || places.has(unit));
      progress = { ...progress, now: { until, readings: known, cursor: null } };
    }
    const { now, unmapped } = await this.toTheEnd(under, progress);
    if (reading.signal.aborted) return true;
    await this.outcomes.note(connection, await this.stays.count(connection), unmapped);
    await reading.keep({ of, since: now!.until, unmapped, now: null });
    // All others were read.
    if (under.odd !== null) throw new LastingFailure(under.odd);
    return false;
  }

  /** Reads what is left. A hotel that is refused keeps no other from being read. @throws ProviderFailed */
  private async toTheEnd(under: Under, begun: Progress): Promise<Progress> {
    let progress = begun;
    let refused: LastingFailure | null = null;
    const seen = new Set<string>();
    while (progress.now!.readings.length > 0 && !under.reading.signal.aborted) {
      const [{ unit }, ...others] = progress.now!.readings as [Reading, ...Reading[]];
      try {
        progress =
          progress.now!.unseen === undefined
            ? await this.page(under, progress, seen)
            : await this.unseen(under, progress, progress.now!.unseen, seen);
      } catch (error) {
        if (!(error instanceof LastingFailure)) throw error;
        refused = error;
        progress = behind(
          progress,
          others.filter((one) => one.unit !== unit),
        );
      }
      if (progress.now!.cursor === null && progress.now!.unseen === undefined) seen.clear();
    }
    if (refused === null) return progress;
    // A page that is refused would be so for ever: all of it begins anew when it is due next.
    await under.reading.keep({ ...progress, now: null });
    throw refused;
  }

  /** Reads a page, and keeps what it says with how far that is. @param seen keys of the pages before, where they are compared */
  private async page(under: Under, progress: Progress, seen: Set<string>): Promise<Progress> {
    const { connection, system, places } = under;
    const [current, ...others] = progress.now!.readings as [Reading, ...Reading[]];
    const { reservations, odd, next } = await system.page(current, progress.now!.cursor);
    under.odd ??= odd;
    const page = next === null || reservations.length === 0 ? null : JSON.stringify(reservations.map(({ id }) => id));
    // It would be read for ever.
    if (page !== null && page === under.page) throw new LastingFailure('The same page came again and again');
    under.page = page;
    const names = reservations.map(({ unit }) => unit).filter((unit) => !places.has(unit));
    const unmapped = [...new Set([...progress.unmapped, ...names])].slice(0, NAMED);
    const isCompared = system.again !== undefined && current.of === 'present';
    if (isCompared) for (const { id } of reservations) seen.add(keyOf(connection, id));
    const now = { ...progress.now!, cursor: next };
    const after =
      next !== null
        ? { ...progress, unmapped, now }
        : isCompared
          ? { ...progress, unmapped, now: { ...now, unseen: '' } }
          : behind({ ...progress, unmapped }, others);
    await this.write(under, reservations, [], after);
    return after;
  }

  /**
   * Asks again for the stays that the pages of a part did not show: they may have moved, or they are cancelled.
   * @param from the key behind which that is still to be done
   */
  private async unseen(under: Under, progress: Progress, from: string, seen: ReadonlySet<string>): Promise<Progress> {
    const { connection, system, places, reading } = under;
    const [current, ...others] = progress.now!.readings as [Reading, ...Reading[]];
    const { locationID } = places.get(current.unit!)!;
    // Hotels that are one Location have their stays side by side: each is asked for its own.
    const units = [...places].flatMap(([one, place]) => (place.locationID === locationID ? [one] : []));
    for await (const keys of this.stays.touching(connection, locationID, current, from)) {
      const missed = keys.filter((key) => !seen.has(key));
      for (let at = 0; at < missed.length; at += AT_ONCE) {
        if (reading.signal.aborted) return progress;
        const asked = missed.slice(at, at + AT_ONCE);
        const ids = asked.map((key) => key.slice(key.indexOf(':') + 1));
        const found = (await Promise.all(units.map((one) => system.again!(one, ids)))).flat();
        const there = new Set(found.map(({ id }) => keyOf(connection, id)));
        const gone = asked.filter((key) => !there.has(key));
        await this.write(under, found, gone, { ...progress, now: { ...progress.now!, unseen: asked.at(-1)! } });
      }
    }
    const after = behind(progress, others);
    if (!reading.signal.aborted) await reading.keep(after);
    return after;
  }

  /** Writes what differs, and how far that is, together or not at all. @param missing keys of what is there no more */
  private async write(
    { connection, places, reading }: Under,
    reservations: readonly Reservation[],
    missing: readonly string[],
    progress: Progress,
  ): Promise<void> {
    const { given, gone } = staysOf(connection, places, reservations, keptFrom(this.clock.now()));
    const written = new Map<string, Stay[]>();
    for (const [locationID, stays] of given) written.set(locationID, await this.stays.differing(connection, locationID, stays));
    await this.database.inTransaction(async () => {
      // First, so that another worker that has it now writes alone.
      const isHeld = await reading.keep(progress);
      if (isHeld) await this.stays.write(connection, { written, gone: [...missing, ...gone] });
    });
  }
}

/** Behind the part that was read. */
const behind = ({ now, ...progress }: Progress, readings: Reading[]): Progress => ({
  ...progress,
  now: { until: now!.until, readings, cursor: null },
});
