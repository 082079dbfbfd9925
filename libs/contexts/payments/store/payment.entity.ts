import { defineEntity, p } from '@mikro-orm/postgresql';
import { ConnectionEntity } from '#contexts/connections';
import { ofGroup } from '#contexts/groups';
import { belongsTo, isOneOf, moment, type Row } from '#platform/database';

const PAGE_STATES = ['open', 'paid', 'ended'] as const;
const REFUND_STATES = ['begun', 'done', 'refused'] as const;
const REFUND_KINDS = ['refund', 'return'] as const;

/** A page of a provider on which an item's payment is made: written before it is asked for, so that it is asked for once. */
export const PaymentPageEntity = defineEntity({
  name: 'PaymentPage',
  tableName: 'payment_pages',
  properties: {
    groupId: ofGroup().primary(),
    itemId: p.integer().primary(),
    number: p.integer().primary(),
    connectionId: p.integer(),
    /** Ours, which the provider keeps. */
    reference: p.uuid(),
    /** The provider's own; null until it is known. */
    providerId: p.text().nullable(),
    /** In the smallest unit of its currency. */
    amount: p.double().$type<number>(),
    currency: p.text(),
    state: p.text().$type<(typeof PAGE_STATES)[number]>().default('open'),
    /** Whether the item's payment is to be made there; otherwise what comes is given back. */
    wanted: p.boolean().default(true),
    attempts: p.integer().default(0),
    /** When the provider is to be asked about it; null: not at all. */
    claimableAt: moment().nullable(),
    leaseToken: p.uuid().nullable(),
    createdAt: moment(),
    connection: belongsTo(ConnectionEntity, 'group_id', 'connection_id'),
  },
  checks: [{ property: 'state', expression: isOneOf('state', PAGE_STATES) }],
  uniques: [{ name: 'payment_pages_reference', properties: ['reference'] }],
  indexes: [
    {
      name: 'payment_pages_open',
      expression: "create index payment_pages_open on payment_pages (group_id, connection_id) where state = 'open'",
    },
    {
      name: 'payment_pages_due',
      expression: 'create index payment_pages_due on payment_pages (claimable_at) where claimable_at is not null',
    },
  ],
});

export type PaymentPageRow = Row<typeof PaymentPageEntity>;

/** Money to be given back: `refund` as staff want it, `return` as it came for a payment that was withdrawn. */
export const PaymentRefundEntity = defineEntity({
  name: 'PaymentRefund',
  tableName: 'payment_refunds',
  properties: {
    groupId: ofGroup().primary(),
    itemId: p.integer().primary(),
    number: p.integer().primary(),
    page: p.integer(),
    kind: p.text().$type<(typeof REFUND_KINDS)[number]>(),
    /** Ours, which the provider keeps. */
    reference: p.uuid(),
    amount: p.double().$type<number>(),
    currency: p.text(),
    /** The amount as it was asked for; null: all that was left. */
    asked: p.double().$type<number>().nullable(),
    /** Hash of the `Idempotency-Key` of the call, and of its caller. */
    callKey: p.blob().nullable(),
    /** The reason for the history, sealed; null once it stands there. */
    reason: p.blob().nullable(),
    state: p.text().$type<(typeof REFUND_STATES)[number]>().default('begun'),
    /** Whether who asked was told of it: the same call again is another refund then. */
    answered: p.boolean().default(false),
    attempts: p.integer().default(0),
    claimableAt: moment().nullable(),
    leaseToken: p.uuid().nullable(),
    createdAt: moment(),
    ofPage: belongsTo(PaymentPageEntity, 'group_id', 'item_id', 'page'),
  },
  checks: [
    { property: 'kind', expression: isOneOf('kind', REFUND_KINDS) },
    { property: 'state', expression: isOneOf('state', REFUND_STATES) },
  ],
  indexes: [
    { name: 'payment_refunds_reference', properties: ['reference'] },
    {
      name: 'payment_refunds_due',
      expression: 'create index payment_refunds_due on payment_refunds (claimable_at) where claimable_at is not null',
    },
    {
      name: 'payment_refunds_returned',
      expression:
        "create unique index payment_refunds_returned on payment_refunds (group_id, item_id, page) where kind = 'return'",
    },
  ],
});

export type PaymentRefundRow = Row<typeof PaymentRefundEntity>;
