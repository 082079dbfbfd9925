import { defineEntity, p } from '@mikro-orm/postgresql';
import { isOneOf, json, moment, type Row } from '#platform/database';
import type { Money } from '#platform/kernel';

/**
 * `open`: nothing was asked of the provider; `asked`: it may have been bought; `refused`: the provider said that it was not;
 * `void-asked`: void here, and not settled there; `void-refused`: it stays paid.
 */
export const LABEL_STATES = ['open', 'asked', 'bought', 'refused', 'void-asked', 'voided', 'void-refused'] as const;
export type LabelState = (typeof LABEL_STATES)[number];

/** A try to buy a label for an item. It stays known what was paid for, whatever becomes of its item. */
export const LabelEntity = defineEntity({
  name: 'ParcelLabel',
  tableName: 'parcel_labels',
  properties: {
    groupId: p.integer().primary(),
    itemId: p.integer().primary(),
    try: p.integer().primary(),
    /** Ours, by which the provider is asked: `<item>`, then `<item>-2`. */
    reference: p.text(),
    connectionId: p.integer(),
    state: p.text().$type<LabelState>(),
    service: p.text().nullable(),
    /** As it was offered. */
    cost: json<Money>().nullable(),
    /** The provider's name of the shipment. */
    labelId: p.text().nullable(),
    trackingNumber: p.text().nullable(),
    /** The key of its PDF in the storage, once it was fetched. */
    file: p.text().nullable(),
    askedAt: moment().nullable(),
    boughtAt: moment().nullable(),
    /** When the latest news came to be so. */
    newsAt: moment().nullable(),
    /** It is to be void: asked of the provider, maybe without an answer. */
    isVoiding: p.boolean().default(false),
    erased: p.boolean().default(false),
    claimableAt: moment().nullable(),
    leaseToken: p.uuid().nullable(),
  },
  checks: [{ property: 'state', expression: isOneOf('state', LABEL_STATES) }],
  indexes: [
    { name: 'parcel_labels_due', properties: ['claimableAt'] },
    {
      name: 'parcel_labels_unsettled',
      properties: ['claimableAt'],
      where: "(state in ('open', 'asked') or is_voiding) and claimable_at is not null",
    },
    { name: 'parcel_labels_known', properties: ['groupId', 'connectionId', 'labelId'] },
    { name: 'parcel_labels_tracked', properties: ['groupId', 'connectionId', 'trackingNumber'] },
  ],
});

export type LabelRow = Row<typeof LabelEntity>;

/** A guest's price by the carrier, as it was shown: the one of the address that was asked for last. */
export const PriceEntity = defineEntity({
  name: 'ParcelPrice',
  tableName: 'parcel_prices',
  properties: {
    groupId: p.integer().primary(),
    itemId: p.integer().primary(),
    /** A digest of address and parcel. */
    sentTo: p.blob(),
    price: json<Money>(),
    days: p.text().nullable(),
    holdsUntil: moment(),
  },
  indexes: [{ name: 'parcel_prices_held', properties: ['groupId', 'holdsUntil'] }],
});
