import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type Offer, type OpenConnection, OpenConnections, Providers } from '#contexts/connections';
import { type ItemParcels, NeverSent, type ParcelPrice } from '#contexts/items';
import { isNeverSent, type LocationRow } from '#contexts/locations';
import { Database, serviceTime, statement } from '#platform/database';
import { Clock, type Money, moneyOf } from '#platform/kernel';
import { Storage } from '#platform/storage';
import { consignmentOf, type Sent } from './consignments.js';
import { CarrierRefused, NoCarrier, NothingOffered, orRefused } from './label-errors.js';
import { Labels } from './labels.js';

/** Minutes that a price holds which a guest was shown (decisions.md, section 14). */
const HOLDS = 30;

/** The prices that carriers would take for the parcels of items. */
@Injectable()
export class ParcelOffers implements ItemParcels {
  constructor(
    private readonly database: Database,
    private readonly connections: OpenConnections,
    private readonly providers: Providers,
    private readonly labels: Labels,
    private readonly storage: Storage,
    private readonly clock: Clock,
  ) {}

  /** The Location's carrier. @throws NoCarrier */
  async carrierOf({ group_id, location_id, shipping }: LocationRow): Promise<OpenConnection> {
    const id = shipping?.carrierID ?? null;
    const connection = id === null ? null : await this.connections.one(group_id, id);
    const covers = connection?.locationIDs === null || connection?.locationIDs.includes(location_id);
    if (!connection?.enabled || !covers) throw new NoCarrier();
    return connection;
  }

  /** @returns cheapest first. @throws NeverSent, NoCarrier, NothingOffered, CarrierRefused; ValidationFailed; Unavailable */
  async of(sent: Sent): Promise<Offer[]> {
    const { location, item } = sent;
    if (isNeverSent(location.shipping, item)) throw new NeverSent();
    const connection = await this.carrierOf(location);
    const offers = await orRefused(this.providers.carrier(connection, 'together').offers(consignmentOf(sent, null, false)));
    if (offers.length === 0) throw new NothingOffered();
    return cheapestFirst(offers);
  }

  async priceOf(item: Sent['item'], location: LocationRow, address: NonNullable<Sent['address']>): Promise<ParcelPrice | null> {
    const { shipping } = location;
    const sentTo = digestOf(address, item.shipping, shipping);
    const held = await this.database.queryOne(
      statement(sql<ParcelPrice>`
        select price, days from parcel_prices where group_id = ${item.group_id}::int and item_id = ${item.id}::int
          and sent_to = ${sentTo}::bytea and holds_until > ${serviceTime(this.clock)}`),
    );
    if (held) return held;
    const cheapest = await this.cheapest({ item, location, address, parcel: null });
    if (!cheapest) return null;
    const { price, days } = cheapest;
    const withFee = { ...price, amount: price.amount + moneyOf(shipping?.handlingFee ?? 0, price.currency).amount };
    await this.keep(item, sentTo, withFee, days);
    return { price: withFee, days };
  }

  async forget(groupID: number, itemID: number): Promise<void> {
    for (const file of await this.labels.files(groupID, itemID)) await this.storage.delete(file);
    await this.labels.erase(groupID, itemID);
    const prices = sql`delete from parcel_prices where group_id = ${groupID}::int and item_id = ${itemID}::int`;
    await this.database.query(statement(prices));
  }

  /** The cheapest in the Location's currency, in which its fee is; null where none can be had. */
  private async cheapest(sent: Sent): Promise<Offer | null> {
    const { currency = null } = sent.location.shipping ?? {};
    try {
      return (await this.of(sent)).find(({ price }) => price.currency === currency) ?? null;
    } catch (error) {
      if ([NoCarrier, NothingOffered, CarrierRefused].some((none) => error instanceof none)) return null;
      throw error;
    }
  }

  private async keep({ group_id, id }: Sent['item'], sentTo: Buffer, price: Money, days: string | null): Promise<void> {
    const now = serviceTime(this.clock);
    await this.database.query(
      statement(sql`
        with over as (
          delete from parcel_prices where group_id = ${group_id}::int and holds_until <= ${now} and item_id <> ${id}::int
        )
        insert into parcel_prices (group_id, item_id, sent_to, price, days, holds_until)
        values (${group_id}::int, ${id}::int, ${sentTo}::bytea, ${JSON.stringify(price)}::json, ${days}::text,
          ${now} + ${HOLDS}::int * interval '1 minute')
        on conflict (group_id, item_id) do update set sent_to = excluded.sent_to, price = excluded.price, days = excluded.days,
          holds_until = excluded.holds_until`),
    );
  }
}

/** The digest of what a price is for: nothing else of an address changes it. */
function digestOf(address: NonNullable<Sent['address']>, ...others: unknown[]): Buffer {
  const { address: street, address2, city, state, zipCode, countryID } = address;
  const place = [street, address2, city, state, zipCode, countryID].map((part) => part ?? null);
  return createHash('sha256')
    .update(JSON.stringify([place, ...others]))
    .digest();
}

/** By amount; what is in several currencies by that first, as they are not compared. */
export function cheapestFirst(offers: readonly Offer[]): Offer[] {
  const rank = ({ price }: Offer) => [price.currency, price.amount] as const;
  return offers.toSorted((one, other) => {
    const [[currency, amount], [otherCurrency, otherAmount]] = [rank(one), rank(other)];
    return currency === otherCurrency ? amount - otherAmount : currency < otherCurrency ? -1 : 1;
  });
}
