import type { FakeMews } from '#fakes';

const DAY = 24 * 60 * 60 * 1000;

/** The service of the hotel that sells nights. */
export const NIGHTS = 'bd26d8db-86da-4f96-9efc-e5a4654a4a94';

/** Guests of the hotel: nights since the arrival and until the departure, room, person. */
const STAYING = [
  [0, 2, '312', 'Yuki', 'Tanaka', 'ja', '+81 3 1234 5678'],
  [1, 1, '407', 'Élodie', 'Moreau', 'fr', '+33 1 23 45 67 89'],
  [2, 3, '118', 'Marek', 'Nowak', 'pl', '+48 22 123 45 67'],
  [0, 4, '204', 'Greta', 'Lindqvist', 'sv', '+46 8 123 456'],
] as const;

/** Lets guests book, unless somebody stays: a demo that is started again weeks later has guests as well. */
export function letGuestsStay(mews: FakeMews): void {
  const now = mews.now().getTime();
  if (mews.ledger.reservations.some(({ ScheduledEndUtc }) => Date.parse(ScheduledEndUtc) > now)) return;
  for (const [since, until, room, FirstName, LastName, LanguageCode, Phone] of STAYING) {
    const Email = `${FirstName}.${LastName}@example.com`
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z.@]/g, '');
    const [ScheduledStartUtc, ScheduledEndUtc] = [now - since * DAY, now + until * DAY].map((at) => new Date(at).toISOString());
    const stay = { ServiceId: NIGHTS, State: 'Started' as const, ScheduledStartUtc, ScheduledEndUtc };
    mews.book({ ...stay, ActualStartUtc: ScheduledStartUtc }, { FirstName, LastName, Email, Phone, LanguageCode }, room);
  }
}
