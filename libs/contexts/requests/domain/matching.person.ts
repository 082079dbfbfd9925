import { isSameName, isSameSurname, numberKey, surnameOf } from '#platform/kernel';
import { type FoundThing, type LostThing, read, type Sign } from './matching.things.js';
import { MIN_SIMILARITY, type SignKind } from './matching.weights.js';
import { codesIn, mostAlike, spelled, wordsOf } from './matching.words.js';

const contactsOfGuest = read(({ guest: { email, phoneNumber } }: LostThing) => ({
  email: email?.toLowerCase(),
  phone: numberKey(phoneNumber),
}));
const namesOfGuest = read(({ guest }: LostThing) => wordsOf(guest.name).map(spelled));
const namesOfOwner = read(({ owner }: FoundThing) => wordsOf(surnameOf(owner)).map(spelled));
const codesOf = read(({ request, answer }: LostThing) => codesIn(`${request} ${answer ?? ''}`));

const NUMBERS = [
  ['reservation', 'reservationNumber'],
  ['activity', 'activityNumber'],
  ['agreement', 'agreementNumber'],
] as const;

/** Signs that the guest of a Request is the owner of an item. */
export function personSigns(lost: LostThing, found: FoundThing): Sign[] {
  const [{ name }, { owner }] = [lost.guest, found];
  const { email, phone } = contactsOfGuest(lost);
  const signs: Sign[] = [];
  const add = (kind: SignKind, reason: string | null, share = 1) => signs.push({ kind, share, reason });
  if (email && email === owner.contactEmail?.toLowerCase()) add('sameEmail', 'same email');
  if (phone !== '' && phone === numberKey(owner.phoneNumber)) add('samePhone', 'same phone number');
  const surname = surnameOf(owner);
  if (name !== null && surname !== null) {
    if (isSameName(name, owner)) add('sameName', 'same name');
    else {
      const likeness = mostAlike(namesOfOwner(found), namesOfGuest(lost));
      const isAlike = likeness >= MIN_SIMILARITY || isSameSurname(name, surname);
      if (isAlike) add('similarName', 'similar name', likeness);
      else add('otherName', null);
    }
  }
  for (const [kind, field] of NUMBERS) {
    const code = owner[field] ? numberKey(owner[field]) : '';
    if (code.length > 3 && codesOf(lost).has(code)) add('sameNumber', `same ${kind} number`);
  }
  return signs;
}
