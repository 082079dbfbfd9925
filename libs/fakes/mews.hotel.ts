import { randomUUID } from 'node:crypto';
import type { Answer } from './call.js';
import { FakeProvider } from './fake-provider.js';
import { problem } from './mews.shapes.js';
import { booked, type Companionship, type Customer, type Reservation, type Resource, utc } from './mews.world.js';

/** A hotel that keeps its reservations in Mews, and what happens there. */
export abstract class MewsHotel extends FakeProvider {
  readonly ledger = {
    reservations: [] as Reservation[],
    customers: [] as Customer[],
    resources: [] as Resource[],
    companionships: [] as Companionship[],
  };
  /** Where the hotel is. */
  timeZone = 'Europe/Prague';
  /** Things that happen in the hotel while somebody reads, after each answer is made. */
  meanwhile: () => void = () => {};

  /** Somebody books. @param room by its name */
  book(made: Partial<Reservation> & Pick<Reservation, 'ServiceId'>, guest?: Partial<Customer>, room?: string): Reservation {
    const reservation = booked(made, this.ledger.reservations.length + 1, this.now());
    if (guest) reservation.AccountId = this.guest(guest).Id;
    if (room) reservation.AssignedResourceId = this.room(room).Id;
    this.ledger.reservations.push(reservation);
    return reservation;
  }

  /** Something about it changes, and so when it did at last. */
  change<One extends { UpdatedUtc: string }>(one: One, change: Partial<One>): void {
    Object.assign(one, { UpdatedUtc: utc(this.now()) }, change);
  }

  /** It is cancelled, or nobody came. */
  cancel(reservation: Reservation, CancellationReason = 'RequestedByGuest'): void {
    this.change(reservation, { State: 'Canceled', CancelledUtc: utc(this.now()), CancellationReason });
  }

  /** Somebody stays with a reservation, as the guest of a company does. */
  accompany({ Id, GroupId }: Reservation, guest: Partial<Customer>): Companionship {
    const CustomerId = this.guest(guest).Id;
    const companionship = { Id: randomUUID(), CustomerId, ReservationGroupId: GroupId, ReservationId: Id };
    this.ledger.companionships.push(companionship);
    return companionship;
  }

  guest(given: Partial<Customer>): Customer {
    const now = utc(this.now());
    const none = { FirstName: null, Email: null, Phone: null, LanguageCode: null, PreferredLanguageCode: null };
    const customer = { Id: randomUUID(), ...none, LastName: 'Guest', IsActive: true, CreatedUtc: now, UpdatedUtc: now, ...given };
    this.ledger.customers.push(customer);
    return customer;
  }

  room(Name: string): Resource {
    const there = this.ledger.resources.find((resource) => resource.Name === Name);
    if (there) return there;
    const now = utc(this.now());
    const resource = { Id: randomUUID(), Name, IsActive: true, ParentResourceId: null, CreatedUtc: now, UpdatedUtc: now };
    this.ledger.resources.push(resource);
    return resource;
  }

  /** It has no webhooks of ours. */
  protected signature(): Record<string, string> {
    return {};
  }

  protected trouble(status: number): Answer {
    return problem(status, status === 404 ? 'Not found.' : status === 429 ? 'Too many requests.' : 'Something went wrong.')
      .answer;
  }
}
