import type { Answer } from '../../calls/answer.js';
import type { Reservation } from '../../kinds/reservation-system.js';
import { isStay, type MewsNames } from './mews-people.js';

/** A reservation as it is here: of what happened, what was planned counts no more. */
export function reservationOf(one: Answer, { guests, rooms }: MewsNames): Reservation {
  const id = one.at('Id').identifier();
  const actual = (of: 'Start' | 'End') => {
    const happened = one.at(`Actual${of}Utc`);
    return { at: (happened.isThere ? happened : one.at(`Scheduled${of}Utc`)).moment() };
  };
  const room = one.at('AssignedResourceId').optional((resource) => resource.identifier());
  return {
    id,
    unit: one.at('ServiceId').identifier(),
    isKept: isStay(one),
    number: one.at('Number').optional((number) => number.identifier()),
    room: room === null ? null : (rooms.get(room) ?? null),
    arrival: actual('Start'),
    departure: actual('End'),
    guest: guests.get(id) ?? null,
  };
}
