import { type Answer, fitting } from '../../calls/answer.js';
import { LastingFailure } from '../../calls/provider-failed.js';
import type { ReservationGuest } from '../../kinds/reservation-system.js';

/** Rows of an answer at most. */
const MOST = 1_000;

/** Whether a reservation is one of somebody who stays: not asked for, on offer, or cancelled, as what nobody came to is too. */
export function isStay(reservation: Answer): boolean {
  return !['Inquired', 'Requested', 'Optional', 'Canceled'].includes(reservation.at('State').text());
}

/** The guests who stay, by reservation, and the names of rooms by their IDs. */
export interface MewsNames {
  guests: ReadonlyMap<string, ReservationGuest>;
  rooms: ReadonlyMap<string, string>;
}

/** Reads who stays and where, as Mews' reservations have IDs alone. */
export class MewsPeople {
  private readonly rooms = new Map<string, string>();

  constructor(private readonly ask: (path: string, body: object) => Promise<Answer>) {}

  /** @param reservations a page of those that are stays */
  async of(reservations: readonly Answer[]): Promise<MewsNames> {
    await this.readRooms(reservations.flatMap((one) => one.at('AssignedResourceId').optional((id) => id.identifier()) ?? []));
    const housed = reservations.filter((one) => one.at('AssignedResourceId').isThere);
    // The owner of a reservation is its main guest, as Mews documents `AccountId`; its `BookerId` may have booked it for them.
    const owners = new Map<string, string>();
    for (const one of housed) {
      if (one.at('AccountType').optional((type) => type.text()) === 'Company') continue;
      one.at('AccountId').optional((account) => owners.set(one.at('Id').identifier(), account.identifier()));
    }
    const customers = await this.customers([...new Set(owners.values())]);
    const guests = new Map<string, ReservationGuest>();
    for (const [id, owner] of owners) if (customers.has(owner)) guests.set(id, customers.get(owner)!);
    const others = housed.map((one) => one.at('Id').identifier()).filter((id) => !guests.has(id));
    return { guests: new Map([...guests, ...(await this.companions(others))]), rooms: this.rooms };
  }

  private async readRooms(ids: readonly string[]): Promise<void> {
    const ResourceIds = [...new Set(ids)].filter((id) => !this.rooms.has(id));
    if (ResourceIds.length === 0) return;
    const Extent = { Resources: true, Inactive: true };
    for await (const page of this.pages('/resources/getAll', { ResourceIds, Extent }, 'Resources')) {
      for (const [id, name] of fitting(page.at('Resources').list(), (room) => [
        room.at('Id').identifier(),
        room.at('Name').text(),
      ])) {
        this.rooms.set(id!, name!);
      }
      if (ResourceIds.every((id) => this.rooms.has(id))) break;
    }
  }

  private async customers(CustomerIds: readonly string[]): Promise<Map<string, ReservationGuest>> {
    const found = new Map<string, ReservationGuest>();
    if (CustomerIds.length === 0) return found;
    for await (const page of this.pages('/customers/getAll', { CustomerIds, Extent: { Customers: true } }, 'Customers')) {
      for (const [id, guest] of fitting(page.at('Customers').list(), customerOf)) found.set(id, guest);
      if (found.size === CustomerIds.length) break;
    }
    return found;
  }

  /** The first who was named to stay with each reservation of a company, or of somebody who is not there any more. */
  private async companions(ReservationIds: readonly string[]): Promise<Map<string, ReservationGuest>> {
    const first = new Map<string, ReservationGuest>();
    if (ReservationIds.length === 0) return first;
    const asked = { ReservationIds, Extent: { Customers: true } };
    for await (const page of this.pages('/companionships/getAll', asked, 'Companionships')) {
      const people = new Map(fitting(page.at('Customers').optional((list) => list.list()) ?? [], customerOf));
      const companions = fitting(page.at('Companionships').list(), (one) => ({
        id: one.at('ReservationId').optional((text) => text.identifier()),
        guest: people.get(one.at('CustomerId').identifier()),
      }));
      // The latest that were named are listed first.
      for (const { id, guest } of companions) if (id !== null && guest) first.set(id, guest);
    }
    return first;
  }

  /** The pages of a list to their end, or until the reader has enough. */
  private async *pages(path: string, asked: object, list: string): AsyncGenerator<Answer> {
    for (let cursor: string | null = null; ; ) {
      const page: Answer = await this.ask(path, { ...asked, Limitation: { Count: MOST, Cursor: cursor } });
      yield page;
      const next = page.at('Cursor').optional((one) => one.identifier());
      if (next === null || page.at(list).list().length === 0) return;
      if (next === cursor) throw new LastingFailure(`The same page of ${list} came again and again`);
      cursor = next;
    }
  }
}

const customerOf = (one: Answer) => [one.at('Id').identifier(), guestOf(one)] as const;

const guestOf = (customer: Answer): ReservationGuest => {
  const text = (name: string) => customer.at(name).optional((value) => value.text());
  return {
    firstName: text('FirstName'),
    lastName: text('LastName'),
    email: text('Email'),
    phoneNumber: text('Phone'),
    languageCode: text('PreferredLanguageCode') ?? text('LanguageCode'),
  };
};
