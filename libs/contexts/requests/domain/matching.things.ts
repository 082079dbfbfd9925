import type { SignKind } from './matching.weights.js';
import type { Guest } from './request.fields.js';

/** A lost item as the guest describes it. */
export interface LostThing {
  request: string;
  answer: string | null;
  locationID: string;
  location: string | null;
  /** `YYYY-MM-DD` */
  departuredDate: string | null;
  /** The colors that were chosen, and those named in the text. */
  colors: string[];
  categories: string[];
  guest: Guest;
}

/** A found item as staff describe it. */
export interface FoundThing {
  item: string;
  brand: string | null;
  locationID: string;
  location: string;
  departuredDate: string;
  colors: string[];
  categories: string[];
  owner: {
    firstName: string | null;
    lastName: string | null;
    contactEmail: string | null;
    phoneNumber: string | null;
    reservationNumber: string | null;
    activityNumber: string | null;
    agreementNumber: string | null;
  };
}

/** A found thing as its owner would describe it, to be compared with others that were found. */
export function foundAsLost({ item, brand, owner, ...thing }: FoundThing): LostThing {
  const { firstName, lastName, contactEmail: email, phoneNumber } = owner;
  const numbers = [owner.reservationNumber, owner.activityNumber, owner.agreementNumber].filter((number) => number !== null);
  return {
    ...thing,
    request: brand === null ? item : `${item} ${brand}`,
    answer: numbers.length > 0 ? numbers.join(' ') : null,
    guest: { name: lastName && [firstName, lastName].filter((name) => name !== null).join(' '), email, phoneNumber },
  };
}

/** One piece of evidence for a match, or against it. */
export interface Sign {
  kind: SignKind;
  /** How much of its weight it has, 0 to 1. */
  share: number;
  /** null where it speaks against the match. */
  reason: string | null;
}

/** Reads something from a thing, once: each is compared with hundreds. */
export function read<Thing extends object, Read>(from: (thing: Thing) => Read): (thing: Thing) => Read {
  const known = new WeakMap<Thing, { read: Read }>();
  return (thing) => {
    const before = known.get(thing);
    if (before) return before.read;
    const now = { read: from(thing) };
    known.set(thing, now);
    return now.read;
  };
}
