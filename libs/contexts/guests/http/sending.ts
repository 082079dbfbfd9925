import type { ItemRow } from '#contexts/items';
import { leavesCustomsTerritory } from '#contexts/reference';
import { isInLanguage } from '../guard/drafts.js';
import { noPricePage, orderPage, type SendView, sendPage } from '../pages/answer.page.js';
import { EMPTY_FORM, type Filled, type FormState, textOf } from '../pages/form.js';
import type { Frame, GuestLocation } from '../pages/layout.js';
import { type GuestAddress, listed, money } from '../pages/show.js';
import { readAddress } from './forms.js';
import { destinedFor, type Reply } from './guest-page.js';
import { isShippedTo, type Offer, type SendingOffers } from './offers.js';

/** Items that go to one address. */
interface Sending {
  frame: Frame;
  guestLocation: GuestLocation;
  items: readonly ItemRow[];
  /** The content of the form for the address. */
  shown: SendView;
}

/** The form with what was typed, not judged yet. */
export function typedPage({ frame, shown }: Pick<Sending, 'frame' | 'shown'>, filled: Filled): string {
  return sendPage(destinedFor(frame, textOf(filled, 'countryID')), { ...EMPTY_FORM, filled }, shown);
}

/**
 * The address, once it is complete and the total is agreed to; else the page that asks for it. Prices are for one item, not for several.
 * Where a carrier's cannot be had, nothing is ordered.
 */
export async function agreedAddress(
  offers: SendingOffers,
  sending: Sending,
  filled: Filled,
): Promise<{ to: GuestAddress } | { reply: Reply }> {
  const { guestLocation, items, shown } = sending;
  const { location } = guestLocation;
  const frame = destinedFor(sending.frame, textOf(filled, 'countryID'));
  if (isInLanguage(filled)) return { reply: { page: typedPage(sending, filled) } };
  const refused = (problems: FormState['problems']) => {
    return { reply: { status: 422, page: sendPage(frame, { filled, problems }, shown) } };
  };
  const form = readAddress(frame.words, filled, shown.reachable);
  if (form.problems) return refused(form.problems);
  const { countryID } = form.value;
  const elsewhere = items.filter((item) => !isShippedTo(item, location, countryID)).map(({ item }) => item);
  if (elsewhere.length > 0) {
    const { finds, problems } = frame.words;
    const things = listed(frame.language, elsewhere);
    return refused(new Map([['countryID', shown.finds ? finds.notSent({ things }) : problems.invalid]]));
  }
  if (filled.change !== undefined) {
    const { change: _asked, price: _agreed, ...kept } = filled;
    return { reply: { page: sendPage(frame, { ...EMPTY_FORM, filled: kept }, shown) } };
  }
  const parcels: { item: ItemRow; offer: Offer }[] = [];
  for (const item of items) {
    const offer = await offers.of(frame, item, location, form.value);
    if (offer === 'none') return { reply: { status: 409, page: noPricePage(frame, shown.home, guestLocation) } };
    if (offer !== null) parcels.push({ item, offer });
  }
  const amount = parcels.reduce((sum, { offer }) => sum + offer.amount, 0);
  const { currency = null } = location.shipping ?? {};
  if (amount === 0 || currency === null) return { to: form.value };
  const total = money(frame.language, amount, currency);
  const crossesCustoms = leavesCustomsTerritory(location.address, form.value);
  if (filled.price === total) return { to: form.value };
  return { reply: { page: orderPage(frame, filled, { home: shown.home, parcels, address: form.value, total, crossesCustoms }) } };
}
