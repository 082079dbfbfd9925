import type { ItemRow } from '#contexts/items';
import { orderPage, sendPage } from '../pages/answer.page.js';
import { EMPTY_FORM, type Filled, textOf } from '../pages/form.js';
import type { Answer } from '../pages/item.page.js';
import type { Frame, GuestLocation } from '../pages/layout.js';
import { type GuestAddress, listed, money } from '../pages/show.js';
import { readAddress } from './forms.js';
import { destinedFor, type Reply } from './guest-page.js';
import { isShippedTo, offerBefore, offerFor } from './offers.js';
import { isReachable } from './recipients.js';

/** A find with what its owner may still answer. */
export interface Find {
  item: ItemRow;
  answers: readonly Answer[];
}

/** The finds of a page, and what it needs else. */
export interface View {
  frame: Frame;
  guestLocation: GuestLocation;
  /** The one that the link was made for. */
  item: ItemRow;
  finds: Find[];
}

/** The content of the form for the one address. */
export function sendingOf({ frame, guestLocation, item }: View, finds: readonly Find[], home: string) {
  const offered = finds.map((find) => ({ item: find.item, offer: offerBefore(frame, find.item, guestLocation.location) }));
  return { home, reachable: isReachable(item), offer: null, finds: offered };
}

/** The address, once it is complete and what all of it costs is agreed to; else the page that asks for it. Rates know no parcel of several. */
export function sendingTogether(
  view: View,
  finds: readonly Find[],
  filled: Filled,
  home: string,
): { to: GuestAddress } | { reply: Reply } {
  const { location } = view.guestLocation;
  const frame = destinedFor(view.frame, textOf(filled, 'countryID'));
  const sending = sendingOf(view, finds, home);
  const form = readAddress(frame.words, filled, sending.reachable);
  if (form.problems) return { reply: { status: 422, page: sendPage(frame, { filled, problems: form.problems }, sending) } };
  const { countryID } = form.value;
  const elsewhere = finds.filter(({ item }) => !isShippedTo(item, location, countryID)).map(({ item }) => item.item);
  if (elsewhere.length > 0) {
    const problem = frame.words.finds.notSent({ things: listed(frame.language, elsewhere) });
    const state = { filled, problems: new Map([['countryID', problem]]) };
    return { reply: { status: 422, page: sendPage(frame, state, sending) } };
  }
  if (filled.change !== undefined) {
    const { change: _asked, price: _agreed, ...kept } = filled;
    return { reply: { page: sendPage(frame, { ...EMPTY_FORM, filled: kept }, sending) } };
  }
  const parcels = finds.flatMap(({ item }) => {
    const offer = offerFor(frame, item, location, countryID);
    return offer === null ? [] : [{ item, offer }];
  });
  const amount = parcels.reduce((sum, { offer }) => sum + offer.amount, 0);
  const { currency = null } = location.shipping ?? {};
  if (amount === 0 || currency === null) return { to: form.value };
  const total = money(frame.language, amount, currency);
  if (filled.price === total) return { to: form.value };
  return { reply: { page: orderPage(frame, filled, { home, parcels, address: form.value, total }) } };
}
