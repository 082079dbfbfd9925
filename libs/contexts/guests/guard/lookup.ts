import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ItemQueries, type ItemRow } from '#contexts/items';
import { isSameSurname, numberKey, surnameOf } from '#platform/kernel';
import type { GuestVisit } from './guest-callers.js';

/** A guest's entries to find an item without its link; a reservation number or a date at least. */
export interface Identity {
  surname: string;
  reservationNumber: string | null;
  room: string | null;
  /** `YYYY-MM-DD` */
  departuredDate: string | null;
}

/** The items found for an identity. Both are empty if nothing was. */
export interface Finds {
  /** Items with an owner who can be reached: the link goes there. */
  reachable: ItemRow[];
  /** Items that may be opened: no contact is known of their owner, and everything was proven. */
  open: ItemRow[];
}

/** Maximum number of items of one day, or of one reservation number, to compare. */
const MAX_ITEMS = 1000;
/** Responses take a multiple of this many milliseconds, so that success and failure cannot be told apart by timing. */
const STEP = 600;

/** Whether the date and one more detail are known: enough to open an item without a contact. */
export function isProven({ departuredDate, reservationNumber, room }: Identity): boolean {
  return departuredDate !== null && (reservationNumber !== null || room !== null);
}

/** Finds an owner's items at a Location by details that few people besides the owner know (decisions.md, section 12, Finding people). */
@Injectable()
export class Lookup {
  constructor(private readonly items: ItemQueries) {}

  /**
   * All records of the person are one answer: where a contact is known in one of them, none is opened. The right number or the right
   * room is enough: not every item was found in the room, and not every record has the number.
   */
  async find(visit: GuestVisit, identity: Identity): Promise<Finds> {
    const found = await this.matching(visit, identity);
    const reachable = found.filter(({ owner }) => owner.contactEmail !== null || owner.phoneNumber !== null);
    return { reachable, open: reachable.length === 0 && isProven(identity) ? found : [] };
  }

  private async matching({ caller, location }: GuestVisit, identity: Identity): Promise<ItemRow[]> {
    const { surname, reservationNumber, room, departuredDate } = identity;
    // The day's items are compared here, where numbers are read as people write them.
    const by =
      departuredDate === null
        ? { reservationNumber: reservationNumber ?? '' }
        : { departuredFrom: departuredDate, departuredTo: departuredDate };
    const { records } = await this.items.page(caller, { limit: MAX_ITEMS, page: 1 }, { locationID: location.location_id, ...by });
    return records.filter(
      ({ owner, location: place }) =>
        isSameSurname(surnameOf(owner), surname) &&
        ((reservationNumber === null && room === null) ||
          (reservationNumber !== null && isSameNumber(owner.reservationNumber, reservationNumber)) ||
          (departuredDate !== null && room !== null && isSameRoom(place, room))),
    );
  }
}

/** Runs the work for a multiple of `STEP`, whatever it finds. */
export async function inSteps<Result>(work: Promise<Result>): Promise<Result> {
  const start = performance.now();
  const [settled] = await Promise.allSettled([work]);
  await pause(STEP - ((performance.now() - start) % STEP));
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

function isSameNumber(known: string | null, entered: string): boolean {
  return numberKey(entered) !== '' && numberKey(known) === numberKey(entered);
}

/** Staff write `Room 312`, `Room 12 A` or `312, under the bed`; a guest writes `312` or `12A`. One without a number is named as it is. */
function isSameRoom(known: string, entered: string): boolean {
  if (isSameNumber(known, entered)) return true;
  const written = [...numbersIn(known), ...numbersIn(joined(known))];
  const given = numbersIn(joined(entered));
  return given.length > 0 && given.every((number) => written.includes(number));
}

/** The text with a letter that stands alone put to the number before it. */
function joined(text: string): string {
  return text.replaceAll(/(\d)[\s-]+(\p{L})(?!\p{L})/gu, '$1$2');
}

/** One key for the ways to write a room that may find the same: its digits where it has any, as `Room 312`, `room312` and `312`. */
export function roomKey(entered: string): string {
  const key = numberKey(entered);
  return key.replace(/\D/g, '') || key;
}

function numbersIn(text: string): string[] {
  return text
    .split(/[\s,;:()]+/)
    .map(numberKey)
    .filter((word) => /\d/.test(word));
}
