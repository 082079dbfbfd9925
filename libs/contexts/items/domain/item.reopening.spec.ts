import { describe, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import { userWith } from '../../../../test/support/callers.js';
import { type ItemCommand, itemDecider } from './item.decider.js';
import type { ItemEvent } from './item.events.js';
import type { ItemStatus } from './item.values.js';
import { after, became, registered } from './spec/items.js';

const { given } = specificationOf(itemDecider);
const owner = { contactEmail: 'anna@example.com' };
const reason = 'The guest called';

/** Stored for ten days. */
const waiting = registered({ owner, status: 'waiting-response', storageExpiresAt: after(10 * 24) });
const reopening = (hours: number): ItemCommand => ({
  type: 'ReopenItem',
  caller: userWith('property_subuser', 'demo:1'),
  reason,
  at: after(hours),
});
const reopened = (hours: number): ItemEvent => ({ type: 'ItemReopened', data: { reason, storageExpiresAt: after(hours) } });

describe('reopening an item', () => {
  it.each(['left-behind', 'finished', 'expired', 'wrong-owner'] as const)(
    'that is %s lets it wait for its owner again',
    (status) => {
      given([waiting, became(status, 'waiting-response')])
        .when(reopening(1))
        .then([reopened(10 * 24), became('waiting-response', status)]);
    },
  );

  it('stores it for seven days at least', () => {
    given([waiting, became('expired', 'waiting-response')])
      .when(reopening(11 * 24))
      .then([reopened(18 * 24), became('waiting-response', 'expired')]);
  });

  it('of which no contact is known lets it wait for one', () => {
    given([registered({ storageExpiresAt: after(10 * 24) }), became('finished', 'contact-missing')])
      .when(reopening(1))
      .then([reopened(10 * 24), became('contact-missing', 'finished')]);
  });

  it('whose address bounced does not write to it again', () => {
    const bounced: ItemEvent = { type: 'ContactBounced', data: { contact: 'contactEmail' } };
    given([waiting, bounced, became('contact-missing', 'waiting-response'), became('finished', 'contact-missing')])
      .when(reopening(1))
      .then([reopened(10 * 24), became('contact-missing', 'finished')]);
  });

  it.each(['contact-missing', 'waiting-response', 'pickup-by-guest', 'shipment-paid', 'delivered', 'anonymized'] as ItemStatus[])(
    'that is %s is refused',
    (status) => {
      given([waiting, became(status, 'waiting-response')])
        .when(reopening(1))
        .thenRefused('transition_not_allowed');
    },
  );

  it('that is deleted finds nothing', () => {
    given([waiting, became('deleted', 'waiting-response')])
      .when(reopening(1))
      .thenRefused('not_found');
  });
});
