import { describe, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import { userWith } from '../../../../test/support/callers.js';
import { type ItemCommand, itemDecider } from './item.decider.js';
import type { ItemEvent } from './item.events.js';
import { type Disposal, type Handover, ITEM_STATUSES } from './item.values.js';
import { became, after as hoursAfter, registered } from './spec/items.js';

const { given } = specificationOf(itemDecider);
const caller = userWith('property_subuser', 'demo:1');

/** Stored for ten days. */
const waiting = registered({
  owner: { contactEmail: 'anna@example.com' },
  status: 'waiting-response',
  storageExpiresAt: hoursAfter(10 * 24),
});
const held: ItemEvent = { type: 'ItemHeld', data: { reason: 'The police asked', until: null, since: hoursAfter(1), by: null } };
const handover: Handover = { to: 'Anna Schmidt', identification: 'document', markMatched: true, note: null, by: 'sanne' };
const disposal: Disposal = { method: 'donated', recipient: 'Red Cross', reference: null, note: null, reason: null, by: 'sanne' };
const handing: ItemCommand = { type: 'HandOverItem', caller, handover, signature: 'iVBORw0KGgo=', at: hoursAfter(2) };
const disposing = (hours: number, reason: string | null = null): ItemCommand => ({
  type: 'DisposeOfItem',
  caller,
  disposal: { ...disposal, reason },
  at: hoursAfter(hours),
});
const late = disposing(11 * 24);

describe('handing an item over', () => {
  it.each(ITEM_STATUSES.filter((status) => !['finished', 'deleted', 'anonymized'].includes(status)))(
    'that is %s finishes it',
    (status) => {
      given([waiting, became(status, 'waiting-response')])
        .when(handing)
        .then([{ type: 'ItemHandedOver', data: { ...handover, signature: 'iVBORw0KGgo=' } }, became('finished', status)]);
    },
  );
});

describe('disposing of an item', () => {
  it('finishes it once its storage is over', () => {
    given([waiting, became('expired', 'waiting-response')])
      .when(late)
      .then([{ type: 'ItemDisposedOf', data: disposal }, became('finished', 'expired')]);
  });

  it('before that needs a reason', () => {
    given([waiting]).when(disposing(2)).thenRefused('validation_failed', 'reason');
    given([waiting])
      .when(disposing(2, 'It was perishable'))
      .then([
        { type: 'ItemDisposedOf', data: { ...disposal, reason: 'It was perishable' } },
        became('finished', 'waiting-response'),
      ]);
  });
});

describe('an item leaves', () => {
  it.each([handing, late])('no more once it is finished, anonymized, deleted or somebody else’s: %j', (command) => {
    for (const status of ['finished', 'anonymized'] as const)
      given([waiting, became(status, 'waiting-response')])
        .when(command)
        .thenRefused('transition_not_allowed');
    given([waiting, became('deleted', 'waiting-response')])
      .when(command)
      .thenRefused('not_found');
    const elsewhere = { ...command, caller: userWith('property_subuser', 'demo:2') } as ItemCommand;
    given([waiting]).when(elsewhere).thenRefused('not_found');
  });

  it.each([handing, late])('not while it is on hold: %j', (command) => {
    given([waiting, held]).when(command).thenRefused('on_hold');
  });
});
