import { randomUUID } from 'node:crypto';

/** As they write times: in UTC, without fractions. */
export const utc = (at: Date) => at.toISOString().replace(/\.\d+Z$/, 'Z');

/** https://mews-systems.gitbook.io/connector-api/operations/reservations#reservation-ver-2023-06-06 */
export interface Reservation {
  Id: string;
  ServiceId: string;
  AccountId: string;
  AccountType: 'Customer' | 'Company';
  /** The person who booked it for its owner, where that is a customer too. */
  BookerId: string | null;
  Number: string;
  State: 'Inquired' | 'Confirmed' | 'Started' | 'Processed' | 'Canceled' | 'Optional' | 'Requested';
  CreatedUtc: string;
  UpdatedUtc: string;
  CancelledUtc: string | null;
  CancellationReason: string | null;
  GroupId: string;
  AssignedResourceId: string | null;
  ScheduledStartUtc: string;
  ActualStartUtc: string | null;
  ScheduledEndUtc: string;
  ActualEndUtc: string | null;
}

/** https://mews-systems.gitbook.io/connector-api/operations/customers#customer */
export interface Customer {
  Id: string;
  FirstName: string | null;
  LastName: string;
  Email: string | null;
  Phone: string | null;
  LanguageCode: string | null;
  PreferredLanguageCode: string | null;
  IsActive: boolean;
  CreatedUtc: string;
  UpdatedUtc: string;
}

/** https://mews-systems.gitbook.io/connector-api/operations/resources#resource */
export interface Resource {
  Id: string;
  Name: string;
  IsActive: boolean;
  ParentResourceId: string | null;
  CreatedUtc: string;
  UpdatedUtc: string;
}

/** https://mews-systems.gitbook.io/connector-api/operations/companionships: who stays as well, or for a company */
export interface Companionship {
  Id: string;
  CustomerId: string;
  ReservationGroupId: string;
  ReservationId: string | null;
}

/** A reservation as it is made, by a person or a company. */
export function booked(made: Partial<Reservation> & Pick<Reservation, 'ServiceId'>, number: number, at: Date): Reservation {
  const [now, day] = [utc(at), 86_400_000];
  return {
    Id: randomUUID(),
    AccountId: randomUUID(),
    AccountType: 'Customer',
    BookerId: null,
    Number: String(number),
    State: 'Confirmed',
    CreatedUtc: now,
    UpdatedUtc: now,
    CancelledUtc: null,
    CancellationReason: null,
    GroupId: randomUUID(),
    AssignedResourceId: null,
    ScheduledStartUtc: utc(new Date(at.getTime() + day)),
    ActualStartUtc: null,
    ScheduledEndUtc: utc(new Date(at.getTime() + 3 * day)),
    ActualEndUtc: null,
    ...made,
  };
}

export interface Interval {
  StartUtc: string;
  EndUtc: string;
}

/** A moment is in an interval from its start to before its end; one with the same ends is that moment alone. */
export function within(at: string | null, interval: Interval | null | undefined): boolean {
  if (!interval) return true;
  if (at === null) return false;
  const [moment, start, end] = [at, interval.StartUtc, interval.EndUtc].map((text) => Date.parse(text));
  return start === end ? moment === start : moment! >= start! && moment! < end!;
}

/** Whether a stay touches an interval. */
export function colliding({ ScheduledStartUtc, ScheduledEndUtc }: Reservation, interval: Interval | null | undefined): boolean {
  if (!interval) return true;
  return (
    Date.parse(ScheduledStartUtc) < Date.parse(interval.EndUtc) && Date.parse(ScheduledEndUtc) > Date.parse(interval.StartUtc)
  );
}
