import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ItemQueries, type ItemRow } from '#contexts/items';
import type { GuestPlace } from './guest-callers.js';

/** What somebody tells to reach an item without its link. */
export interface Identity {
  surname: string;
  reservationNumber: string | null;
  /** `YYYY-MM-DD` */
  departuredDate: string | null;
}

/** How many items of one name are looked through, and how long an answer takes at least: finding and not finding look alike. */
const MOST = 200;
const AT_LEAST = 600;

/** Finds an owner's items at a Location by what only the owner, and few others, know. */
@Injectable()
export class Lookup {
  constructor(private readonly items: ItemQueries) {}

  /** The items of exactly one owner; none where anything does not fit, or where it fits several people. */
  async find(place: GuestPlace, identity: Identity): Promise<ItemRow[]> {
    const [found] = await Promise.all([this.matching(place, identity), pause(AT_LEAST)]);
    return new Set(found.map(({ owner }) => ownerKey(owner))).size === 1 ? found : [];
  }

  private async matching({ caller, location }: GuestPlace, identity: Identity): Promise<ItemRow[]> {
    const { surname, reservationNumber, departuredDate } = identity;
    const request = { limit: MOST, page: 1 };
    const { records } = await this.items.page(caller, request, { locationID: location.location_id, q: surname });
    return records.filter(
      ({ owner, departured_date }) =>
        isSame(owner.lastName, surname) &&
        (reservationNumber === null || isSame(owner.reservationNumber, reservationNumber)) &&
        (departuredDate === null || departured_date === departuredDate),
    );
  }
}

/** Alike without case, accents and spaces; an empty text is like no other. */
function isSame(known: string | null, told: string): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[\p{M}\s]/gu, '')
      .toLowerCase();
  return known !== null && plain(told) !== '' && plain(known) === plain(told);
}

function ownerKey({ firstName, contactEmail, phoneNumber, reservationNumber }: ItemRow['owner']): string {
  return JSON.stringify([firstName, contactEmail, phoneNumber, reservationNumber].map((text) => text?.toLowerCase() ?? null));
}
