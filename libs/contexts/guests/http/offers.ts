import { Inject, Injectable } from '@nestjs/common';
import { ITEM_PARCELS, type ItemParcels, type ItemRow } from '#contexts/items';
import { isPricedByCarrier, type LocationRow, rateFor } from '#contexts/locations';
import { amountOf, Unavailable } from '#platform/kernel';
import type { Frame } from '../pages/layout.js';
import { type GuestAddress, money } from '../pages/show.js';

/** Price and days as shown to the owner; an empty price is free of charge. */
export interface Offer {
  price: string;
  /** The price as a number. */
  amount: number;
  days: string | null;
}

/** The rate for sending an item to a country, or null. */
function rateOf({ shipping: { weight } }: ItemRow, { shipping }: LocationRow, countryID: string) {
  return shipping && rateFor(shipping, countryID, weight?.ID ?? null);
}

/** Whether the item can be sent there: everything can, where the Location has no rates. */
export function isShippedTo(item: ItemRow, location: LocationRow, countryID: string): boolean {
  if (isPricedByCarrier(location.shipping)) return true;
  return (location.shipping?.rates ?? []).length === 0 || rateOf(item, location, countryID) !== null;
}

/** Prices of sending finds to an address: by the Location's rates, or what its carrier takes. */
@Injectable()
export class SendingOffers {
  constructor(@Inject(ITEM_PARCELS) private readonly parcels: ItemParcels) {}

  /** Null where nothing is paid; `none` where the carrier has no price, or does not say it. */
  async of(
    frame: Frame,
    item: ItemRow,
    location: LocationRow,
    to: GuestAddress & { countryID: string },
  ): Promise<Offer | 'none' | null> {
    if (!isPricedByCarrier(location.shipping)) return offerFor(frame, item, location, to.countryID);
    try {
      const found = await this.parcels.priceOf(item, location, to);
      if (!found) return 'none';
      const amount = amountOf(found.price);
      return { price: amount === 0 ? '' : money(frame.language, amount, found.price.currency), amount, days: found.days };
    } catch (error) {
      if (error instanceof Unavailable) return 'none';
      throw error;
    }
  }
}

/** Null where the Location has no rates, or none fits. */
function offerFor({ language }: Frame, item: ItemRow, location: LocationRow, countryID: string): Offer | null {
  const { shipping } = location;
  const rate = rateOf(item, location, countryID);
  if (!rate || !shipping?.currency) return null;
  const isFree = shipping.paidBy === 'location' || rate.price === 0;
  const amount = isFree ? 0 : rate.price;
  return { price: isFree ? '' : money(language, amount, shipping.currency), amount, days: rate.days };
}

/**
 * The price of sending before the owner has given an address: to the country known, else from the lowest price on.
 * @returns null where the Location has no rates, or the price is the carrier's: that is known with the address
 */
export function offerBefore(frame: Frame, item: ItemRow, location: LocationRow): string | null {
  const { words } = frame;
  const { shipping } = location;
  if (isPricedByCarrier(shipping)) return null;
  const weightID = item.shipping.weight?.ID ?? null;
  const rates = (shipping?.rates ?? []).filter((rate) => rate.weightID === null || rate.weightID === weightID);
  const lowest = rates.toSorted((one, other) => one.price - other.price)[0];
  if (!lowest || !shipping?.currency) return null;
  const countryID = item.owner.address?.countryID;
  const known = countryID ? offerFor(frame, item, location, countryID) : null;
  const free = shipping.paidBy === 'location' || rates.every(({ price }) => price === 0);
  const from = money(frame.language, lowest.price, shipping.currency);
  const price = known?.price ?? (free ? '' : rates.length > 1 ? words.shipment.from({ price: from }) : from);
  const days = known ? known.days : rates.length === 1 ? lowest.days : null;
  const parts = [words.pair({ name: words.shipment.price, value: price === '' ? words.shipment.free : price })];
  return [...parts, ...(days === null ? [] : [words.shipment.delivery({ days })])].join(' · ');
}
