import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ItemQueries, type ItemRow } from '#contexts/items';
import type { GuestPlace } from './guest-callers.js';

/** What a guest enters to find an item without its link. */
export interface Identity {
  surname: string;
  reservationNumber: string | null;
  /** `YYYY-MM-DD` */
  departuredDate: string | null;
}

/** Maximum number of items to check for one surname. */
const MAX_ITEMS = 200;
/** Minimum response time in milliseconds, so that success and failure cannot be told apart by timing. */
const MIN_DURATION = 600;

/** Finds an owner's items at a Location by details that few people besides the owner know. */
@Injectable()
export class Lookup {
  constructor(private readonly items: ItemQueries) {}

  /** The items of exactly one owner; none if any detail does not match, or if several owners match. */
  async find(place: GuestPlace, identity: Identity): Promise<ItemRow[]> {
    const [found] = await Promise.all([this.matching(place, identity), pause(MIN_DURATION)]);
    return new Set(found.map(({ owner }) => ownerKey(owner))).size === 1 ? found : [];
  }

  private async matching({ caller, location }: GuestPlace, identity: Identity): Promise<ItemRow[]> {
    const { surname, reservationNumber, departuredDate } = identity;
    const request = { limit: MAX_ITEMS, page: 1 };
    const { records } = await this.items.page(caller, request, { locationID: location.location_id, q: surname });
    return records.filter(
      ({ owner, departured_date }) =>
        isSame(owner.lastName, surname) &&
        (reservationNumber === null || isSame(owner.reservationNumber, reservationNumber)) &&
        (departuredDate === null || departured_date === departuredDate),
    );
  }
}

/** Compares ignoring case, accents and spaces; an empty text matches nothing. */
function isSame(known: string | null, entered: string): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[\p{M}\s]/gu, '')
      .toLowerCase();
  return known !== null && plain(entered) !== '' && plain(known) === plain(entered);
}

function ownerKey({ firstName, contactEmail, phoneNumber, reservationNumber }: ItemRow['owner']): string {
  return JSON.stringify([firstName, contactEmail, phoneNumber, reservationNumber].map((text) => text?.toLowerCase() ?? null));
}
