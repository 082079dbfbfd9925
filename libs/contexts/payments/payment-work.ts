import { sql } from 'kysely';
import { itemStream } from '#contexts/items';
import { statement } from '#platform/database';
import { outgoing, type Subscription } from '#platform/event-store';

/** The statuses in which a payment is where its reference says. */
const THERE: readonly string[] = ['open', 'paid', 'refunded'];

/**
 * Notes, in the transaction of the change, the pages on which an item's payment is not made any more: it was withdrawn, replaced, or made
 * elsewhere. The worker ends them.
 */
export const PAYMENT_WORK: Subscription = outgoing('unwanted-pages', itemStream, {
  ItemPaymentChanged: ({ stream: { groupID, id }, at, data: { paymentStatus, reference } }) =>
    statement(sql`
      update payment_pages set wanted = false, claimable_at = ${at}::timestamptz, lease_token = null, attempts = 0
      where group_id = ${groupID}::int and item_id = ${id}::int and wanted and state <> 'ended'
        and (${!THERE.includes(paymentStatus)}::boolean or provider_id is distinct from ${reference}::text)`),
});
