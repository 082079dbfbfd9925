import { isSameName, isSameSurname, numberKey } from '#platform/kernel';
import { type FoundThing, type LostThing, read, type Sign } from './matching.things.js';
import { MIN_SIMILARITY, type SignKind } from './matching.weights.js';
import { codesIn, mostAlike, pairsOf, wordsOf } from './matching.words.js';

const contactsOfGuest = read(({ guest: { email, phoneNumber } }: LostThing) => ({
  email: email?.toLowerCase(),
  phone: numberKey(phoneNumber),
}));
const namesOfGuest = read(({ guest }: LostThing) => wordsOf(guest.name).map(pairsOf));
const namesOfOwner = read(({ owner }: FoundThing) => wordsOf(owner.lastName).map(pairsOf));
const codesOf = read(({ request, answer }: LostThing) => codesIn(`${request} ${answer ?? ''}`));

/** Signs that the guest of a Request is the owner of an item. */
export function personSigns(lost: LostThing, found: FoundThing): Sign[] {
  const [{ name }, { owner }] = [lost.guest, found];
  const { email, phone } = contactsOfGuest(lost);
  const signs: Sign[] = [];
  const add = (kind: SignKind, reason: string | null, share = 1) => signs.push({ kind, share, reason });
  if (email && email === owner.contactEmail?.toLowerCase()) add('sameEmail', 'same email');
  if (phone !== '' && phone === numberKey(owner.phoneNumber)) add('samePhone', 'same phone number');
  if (name !== null && owner.lastName !== null) {
    if (isSameName(name, owner)) add('sameName', 'same name');
    else {
      const spelled = mostAlike(namesOfOwner(found), namesOfGuest(lost));
      const isAlike = spelled >= MIN_SIMILARITY || isSameSurname(name, owner.lastName);
      if (isAlike) add('similarName', 'similar name', spelled);
      else add('otherName', null);
    }
  }
  const numbers = { reservation: owner.reservationNumber, activity: owner.activityNumber, agreement: owner.agreementNumber };
  for (const [kind, number] of Object.entries(numbers)) {
    const code = numberKey(number);
    if (code.length > 3 && codesOf(lost).has(code)) add('sameNumber', `same ${kind} number`);
  }
  return signs;
}
