import { describe, expect, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import { userWith } from '../../../../test/support/callers.js';
import { type ItemCommand, itemDecider } from './item.decider.js';
import type { ItemEvent } from './item.events.js';
import type { KnownItem } from './item.state.js';
import { STAFF_STATUSES } from './item.statuses.js';
import { nextSteps } from './item.transitions.js';
import { became, after as hoursAfter, registered } from './spec/items.js';

const { given } = specificationOf(itemDecider);
const caller = userWith('property_subuser', 'demo:1');
const [reason, by] = ['The police asked for it', 'sanne'];

/** Stored for ten days. */
const waiting = registered({
  owner: { contactEmail: 'anna@example.com' },
  status: 'waiting-response',
  storageExpiresAt: hoursAfter(10 * 24),
});
const held = (until: string | null): ItemEvent => ({ type: 'ItemHeld', data: { reason, until, since: hoursAfter(1), by } });
const ended: ItemEvent = { type: 'HoldEnded', data: {} };
const holding = (until: string | null, hours = 1, why = reason): ItemCommand => ({
  type: 'HoldItem',
  caller,
  reason: why,
  until,
  by,
  at: hoursAfter(hours),
});
const anonymized: ItemEvent[] = [{ type: 'PersonalDataErased', data: {} }, became('anonymized', 'waiting-response')];

describe('putting an item on hold', () => {
  it('keeps it until then, or until somebody ends it', () => {
    for (const until of [null, hoursAfter(2)])
      given([waiting])
        .when(holding(until))
        .then([held(until)]);
  });

  it('ends later than now', () => {
    given([waiting])
      .when(holding(hoursAfter(1)))
      .thenRefused('validation_failed', 'until');
  });

  it('a second time changes why and until when, not since when', () => {
    given([waiting, held(null)])
      .when(holding(hoursAfter(5), 3, 'The owner comes'))
      .then([{ type: 'ItemHeld', data: { reason: 'The owner comes', until: hoursAfter(5), since: hoursAfter(1), by } }]);
    given([waiting, held(null)])
      .when(holding(null, 3))
      .thenNothing();
  });

  it('starts again once the last hold is over, recorded or not', () => {
    given([waiting, held(hoursAfter(2))])
      .when(holding(null, 3))
      .then([{ type: 'ItemHeld', data: { reason, until: null, since: hoursAfter(3), by } }]);
  });

  it('is too late once it is deleted or anonymized', () => {
    given([waiting, became('deleted', 'waiting-response')])
      .when(holding(null))
      .thenRefused('not_found');
    given([waiting, ...anonymized])
      .when(holding(null))
      .thenRefused('conflict');
  });
});

describe('ending a hold', () => {
  it('lets the item go, and changes nothing where there is none', () => {
    given([waiting, held(null)])
      .when({ type: 'EndHold', caller })
      .then([ended]);
    given([waiting]).when({ type: 'EndHold', caller }).thenNothing();
  });

  it('happens by itself, not before its time', () => {
    given([waiting, held(hoursAfter(2))])
      .when({ type: 'EndHoldInTime', at: hoursAfter(1.9) })
      .thenNothing();
    given([waiting, held(hoursAfter(2))])
      .when({ type: 'EndHoldInTime', at: hoursAfter(2) })
      .then([ended]);
    given([waiting, held(null)])
      .when({ type: 'EndHoldInTime', at: hoursAfter(9_999) })
      .thenNothing();
  });

  it('happens with its deletion, once its time is over', () => {
    given([waiting, held(hoursAfter(2))])
      .when({ type: 'DeleteItem', caller, at: hoursAfter(2) })
      .then([ended, became('deleted', 'waiting-response')]);
  });
});

describe('an item on hold', () => {
  it('is not deleted', () => {
    for (const until of [null, hoursAfter(2)])
      given([waiting, held(until)])
        .when({ type: 'DeleteItem', caller, at: hoursAfter(1) })
        .thenRefused('on_hold');
  });

  it.each(STAFF_STATUSES)('is not set %s until its hold is over', (status) => {
    const setting = (hours: number): ItemCommand => ({ type: 'ChangeItemStatus', caller, status, at: hoursAfter(hours) });
    given([waiting, held(hoursAfter(2))])
      .when(setting(1))
      .thenRefused('on_hold');
    given([waiting, held(hoursAfter(2))])
      .when(setting(2))
      .then([became(status, 'waiting-response')]);
    given([waiting, held(null), ended])
      .when(setting(1))
      .then([became(status, 'waiting-response')]);
  });

  it('is not left to the Location by its owner', () => {
    const isState = () => false;
    const facts = {
      caller,
      address: null,
      storageAfterItemStorageDays: 7,
      isState,
      quote: () => 'free' as const,
      at: hoursAfter(1),
    };
    given([waiting, held(null)])
      .when({ type: 'RecordResponse', response: 'leave', ...facts })
      .thenRefused('on_hold');
  });

  it('does not expire', () => {
    const expiring: ItemCommand = { type: 'ExpireItem', at: hoursAfter(11 * 24) };
    given([waiting, held(null)])
      .when(expiring)
      .thenNothing();
    given([waiting, held(hoursAfter(2))])
      .when(expiring)
      .then([became('expired', 'waiting-response')]);
  });

  it('is not erased by retention, but for its person', () => {
    const finished = became('finished', 'waiting-response');
    given([waiting, finished, held(null)])
      .when({ type: 'EraseItem', unlessHeldAt: hoursAfter(1) })
      .thenNothing();
    given([waiting, held(null)])
      .when({ type: 'EraseItem' })
      .then(anonymized);
  });

  it('lists no step that it refuses', () => {
    const steps = (events: ItemEvent[]) =>
      nextSteps(events.reduce(itemDecider.evolve, itemDecider.initialState) as KnownItem, () => 'free', hoursAfter(1)).map(
        ({ status }) => status,
      );
    const closing = ['left-behind', 'finished', 'deleted'];
    expect(steps([waiting, held(null)])).toEqual(steps([waiting]).filter((status) => !closing.includes(status)));
  });
});
