import { isSameName, isSameSurname, numberKey } from '#platform/kernel';
import type { FoundThing, LostThing, Sign } from './matching.things.js';
import { MIN_SIMILARITY, type SignKind } from './matching.weights.js';
import { alike, mentions, wordsOf } from './matching.words.js';

/** Signs that the guest of a Request is the owner of an item. */
export function personSigns({ guest, request, answer }: LostThing, { owner }: FoundThing): Sign[] {
  const signs: Sign[] = [];
  const add = (kind: SignKind, reason: string | null, share = 1) => signs.push({ kind, share, reason });
  if (guest.email && guest.email.toLowerCase() === owner.contactEmail?.toLowerCase()) add('sameEmail', 'same email');
  if (guest.phoneNumber && numberKey(guest.phoneNumber) === numberKey(owner.phoneNumber)) add('samePhone', 'same phone number');
  if (guest.name !== null && owner.lastName !== null) {
    const surnames = wordsOf(guest.name);
    const known = wordsOf(owner.lastName);
    if (isSameName(guest.name, owner)) add('sameName', 'same name');
    else {
      const spelled = Math.max(0, ...known.flatMap((word) => surnames.map((other) => alike(word, other))));
      const isAlike = spelled >= MIN_SIMILARITY || isSameSurname(guest.name, owner.lastName);
      if (isAlike) add('similarName', 'similar name', spelled);
      else add('otherName', null);
    }
  }
  const numbers = { reservation: owner.reservationNumber, activity: owner.activityNumber, agreement: owner.agreementNumber };
  for (const [kind, number] of Object.entries(numbers)) {
    const code = numberKey(number);
    if (code.length > 3 && mentions(`${request} ${answer ?? ''}`, code)) add('sameNumber', `same ${kind} number`);
  }
  return signs;
}
