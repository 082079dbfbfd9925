import { describe, expect, it } from 'vitest';
import { DomainError } from '#platform/kernel';
import { userWith } from '../../../../test/support/callers.js';
import { diagram, drawn } from '../../../../test/support/diagram.js';
import { type ItemCommand, itemDecider } from './item.decider.js';
import { UNKNOWN_OWNER } from './item.details.js';
import type { ItemEvent } from './item.events.js';
import type { KnownItem } from './item.state.js';
import { isFinal, LIVE, SHIPMENT_STATUSES, STAFF_STATUSES } from './item.statuses.js';
import { nextSteps, WAYS } from './item.transitions.js';
import { ITEM_STATUSES, type ItemStatus, OWNER_RESPONSES } from './item.values.js';
import { after, became, registered } from './spec/items.js';

const caller = userWith('property_subuser', 'demo:1');
const isState = () => false;
const owner = { contactEmail: 'anna@example.com' };

/** While items are stored, and after storage and collection are over. */
const [STORED, OVER] = [after(1), after(200 * 24)];

const nobody = registered();
const waiting = registered({ owner, status: 'waiting-response' });
const collecting: ItemEvent[] = [
  waiting,
  { type: 'OwnerResponded', data: { response: 'pickup', storageExpiresAt: after(97 * 24) } },
  became('pickup-by-guest', 'waiting-response'),
];
const paid: ItemEvent[] = [
  waiting,
  { type: 'OwnerResponded', data: { response: 'ship' } },
  became('shipment-paid', 'waiting-response'),
];
const mistaken: ItemEvent[] = [
  waiting,
  { type: 'OwnerResponded', data: { response: 'not-mine' } },
  became('wrong-owner', 'waiting-response'),
];

/** How an item comes to each status. */
const HISTORIES: Record<ItemStatus, ItemEvent[]> = {
  'contact-missing': [nobody],
  'waiting-response': [waiting],
  'wrong-owner': mistaken,
  'pickup-by-guest': collecting,
  'shipment-paid': paid,
  'pickup-scheduled': [...paid, became('pickup-scheduled', 'shipment-paid')],
  'in-route': [...paid, became('in-route', 'shipment-paid')],
  delivered: [...paid, became('delivered', 'shipment-paid')],
  'left-behind': [waiting, became('left-behind', 'waiting-response')],
  finished: [waiting, became('finished', 'waiting-response')],
  expired: [waiting, became('expired', 'waiting-response')],
  deleted: [waiting, became('deleted', 'waiting-response')],
  anonymized: [waiting, { type: 'PersonalDataErased', data: {} }, became('anonymized', 'waiting-response')],
};

/** Transitions of each status through the API, restated independently (decisions.md, section 6). */
const CLOSED = ['left-behind', 'finished', 'deleted'] as const;
const ANSWERED = ['pickup-by-guest', 'shipment-paid', 'wrong-owner'] as const;
const NEXT: Record<ItemStatus, readonly ItemStatus[]> = {
  'contact-missing': [...CLOSED, ...ANSWERED, 'waiting-response'],
  'waiting-response': [...CLOSED, ...ANSWERED],
  'wrong-owner': [...CLOSED, 'waiting-response'],
  'pickup-by-guest': [...CLOSED, 'shipment-paid'],
  'shipment-paid': [...CLOSED, 'pickup-by-guest', 'pickup-scheduled', 'in-route', 'delivered'],
  'pickup-scheduled': [...CLOSED, 'in-route', 'delivered'],
  'in-route': [...CLOSED, 'delivered'],
  delivered: CLOSED,
  'left-behind': ['finished', 'deleted', 'waiting-response'],
  finished: ['left-behind', 'deleted', 'waiting-response'],
  expired: [...CLOSED, 'waiting-response'],
  deleted: [],
  anonymized: [],
};

const stateAfter = (history: ItemEvent[]) => history.reduce(itemDecider.evolve, itemDecider.initialState) as KnownItem;

/** Every command by which staff may move an item, under the name of the step that it takes. */
const commandsAt = (at: string): Record<string, ItemCommand> => ({
  ...named('status', STAFF_STATUSES, (status) => ({ type: 'ChangeItemStatus', caller, status, at })),
  ...named('response', OWNER_RESPONSES, (response) => {
    const address = { city: 'Bonn', countryID: 'DE' };
    return {
      type: 'RecordResponse',
      caller,
      response,
      address,
      storageAfterItemStorageDays: 7,
      isState,
      quote: () => 'free',
      at,
    };
  }),
  ...named('shipment', SHIPMENT_STATUSES, (status) => ({ type: 'ReportShipment', caller, status, shipment: {} })),
  'update owner': { type: 'UpdateItem', caller, changes: { owner: { phoneNumber: '+49 40 123456' } }, isState, at },
  'update customStorageDays': { type: 'UpdateItem', caller, changes: { customStorageDays: 3650 }, isState, at },
  reopen: { type: 'ReopenItem', caller, reason: 'The guest called', at },
  delete: { type: 'DeleteItem', caller, at },
});

function named<Name extends string>(by: string, names: readonly Name[], command: (name: Name) => ItemCommand) {
  return Object.fromEntries(names.map((name) => [`${by} ${name}`, command(name)]));
}

/** The status that a command gives the item, `unchanged` or `refused`. */
function outcome(state: KnownItem, command: ItemCommand): string {
  try {
    const status = itemDecider.decide(command, state).reduce(itemDecider.evolve, state).status;
    return status === state.status ? 'unchanged' : status;
  } catch (error) {
    if (error instanceof DomainError) return 'refused';
    throw error;
  }
}

function outcomes(state: KnownItem, at: string): Record<string, string> {
  return Object.fromEntries(Object.entries(commandsAt(at)).map(([name, command]) => [name, outcome(state, command)]));
}

/** The promise of the list of next steps for every command: a status where it is listed, else that nothing moves. */
function promises(state: KnownItem, at: string): Record<string, string> {
  const steps = nextSteps(state, () => 'free', at);
  const unlisted = Object.keys(commandsAt(at)).map((name) => [
    name,
    changesNothing(name, state.status) ? 'unchanged' : 'refused',
  ]);
  // Each status is listed once, with one of the calls that lead there.
  const answered = steps.some((step) => step.by === 'response not-mine') ? { 'response leave': 'left-behind' } : {};
  const isClosed = ['left-behind', 'finished', 'expired', 'wrong-owner'].includes(state.status);
  const known = state.details.owner.contactEmail !== null;
  const reopened = isClosed ? { reopen: known ? 'waiting-response' : 'contact-missing' } : {};
  return {
    ...Object.fromEntries(unlisted),
    ...answered,
    ...reopened,
    ...Object.fromEntries(steps.map((step) => [step.by, step.status])),
  };
}

/** The status that it has already is no error, and an update of an item that may be updated never is. */
function changesNothing(name: string, status: ItemStatus): boolean {
  if (name.startsWith('update ')) return !isFinal(status);
  return name === `status ${status}` || name === `shipment ${status}`;
}

describe('the steps that an item lists', () => {
  it('are tried from every status', () => {
    expect(Object.values(HISTORIES).map((history) => stateAfter(history).status)).toEqual([...ITEM_STATUSES]);
  });

  it.each(ITEM_STATUSES)('are those it takes, and no others, when it is %s', (status) => {
    const state = stateAfter(HISTORIES[status]);
    const at = status === 'expired' ? OVER : STORED;
    expect(outcomes(state, at)).toEqual(promises(state, at));
  });

  it.each(['contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest'] as const)(
    'are those it takes, and no others, when it is %s and its time is over',
    (status) => {
      const state = stateAfter(HISTORIES[status]);
      expect(outcomes(state, OVER)).toEqual(promises(state, OVER));
    },
  );

  it.each([
    ['nobody was known', [nobody, became('expired', 'contact-missing')], 'contact-missing'],
    ['nobody had answered', [waiting, became('expired', 'waiting-response')], 'waiting-response'],
    ['it was somebody else’s', [...mistaken, became('expired', 'wrong-owner')], 'wrong-owner'],
    ['it was to be collected', [...collecting, became('expired', 'pickup-by-guest')], 'pickup-by-guest'],
    [
      'its owner became known too late',
      [nobody, became('expired', 'contact-missing'), { type: 'ItemUpdated', data: { owner: { ...UNKNOWN_OWNER, ...owner } } }],
      'waiting-response',
    ],
  ] as [string, ItemEvent[], ItemStatus][])('bring an expired item back to where it was: %s', (_, history, status) => {
    const state = stateAfter(history);
    expect(outcomes(state, OVER)).toEqual({ ...promises(state, OVER), 'update customStorageDays': status });
  });

  it.each(ITEM_STATUSES)('are those of the specification when it is %s', (status) => {
    const listed = nextSteps(stateAfter(HISTORIES[status]), () => 'free', STORED).map((step) => step.status);
    expect(listed.sort()).toEqual([...NEXT[status]].sort());
  });
});

describe('what no caller asks for', () => {
  const fromEach = (command: ItemCommand) =>
    Object.fromEntries(ITEM_STATUSES.map((status) => [status, outcome(stateAfter(HISTORIES[status]), command)]));
  const all = (result: string) => Object.fromEntries(ITEM_STATUSES.map((status) => [status, result]));

  it('the end of the storage time expires what was neither sent nor ended', () => {
    const expired = { 'contact-missing': 'expired', 'waiting-response': 'expired', 'wrong-owner': 'expired' };
    expect(fromEach({ type: 'ExpireItem', at: OVER })).toEqual({
      ...all('unchanged'),
      ...expired,
      'pickup-by-guest': 'expired',
    });
    expect(fromEach({ type: 'ExpireItem', at: STORED })).toEqual(all('unchanged'));
  });

  it('an address that bounced matters only while its owner is waited for', () => {
    const bounced: ItemCommand = { type: 'ReportBounce', contactEmail: owner.contactEmail };
    expect(fromEach(bounced)).toEqual({ ...all('unchanged'), 'waiting-response': 'contact-missing' });
  });

  it('erasing personal data anonymizes whatever is not deleted', () => {
    const kept = { deleted: 'unchanged', anonymized: 'unchanged' };
    expect(fromEach({ type: 'EraseItem' })).toEqual({ ...all('anonymized'), ...kept });
  });
});

it('the life cycle of an item is drawn as it is', () => {
  expect(drawn('Items')).toBe(diagram(WAYS, LIVE));
});
