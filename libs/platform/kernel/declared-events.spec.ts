import { describe, expect, it } from 'vitest';
import { declareEvents } from './declared-events.js';

interface Lamp {
  status: 'on' | 'off';
  watts: number;
}

interface LampEvents {
  LampBought: { watts: number; buyer: string };
  LampSwitched: { on: boolean };
  LampThrownAway: Record<string, never>;
}

const lampEvents = declareEvents<Lamp, LampEvents>()('LampBought', {
  LampBought: {
    public: ['watts'],
    state: (_none, { watts }) => ({ status: 'off', watts }),
    row: ({ watts }, { at }) => ({ watts, boughtAt: at }),
    stated: ({ watts }) => ({ watts, status: 'off' }),
  },
  LampSwitched: {
    public: ['on'],
    state: (lamp, { on }) => ({ ...lamp, status: on ? 'on' : 'off' }),
    row: (data) => data,
  },
  LampThrownAway: { public: [], state: () => ({ status: 'absent' }), row: () => null },
});

const bought = { type: 'LampBought', data: { watts: 7, buyer: 'Mia' } } as const;
const switched = { type: 'LampSwitched', data: { on: true } } as const;
const thrownAway = { type: 'LampThrownAway', data: {} } as const;
const happened = { at: '2026-11-21T10:00:00.000Z', actor: { type: 'system' } } as const;

describe('declared events', () => {
  it('make the record, and change it once it is there', () => {
    const none = { status: 'absent' } as const;
    expect(lampEvents.evolve(none, switched)).toBe(none);
    expect([bought, switched].reduce(lampEvents.evolve, none)).toEqual({ status: 'on', watts: 7 });
  });

  it('of a later release are an error, not a state without them', () => {
    const known = lampEvents.evolve({ status: 'absent' }, bought);
    expect(() => lampEvents.evolve(known, { type: 'LampSold', data: {} } as never)).toThrow('LampSold');
  });

  it('name the fields that are not sealed', () => {
    expect(lampEvents.public).toEqual(['watts', 'on']);
  });

  it('leave a record that was deleted as if it had never been', () => {
    const events = [bought, thrownAway, switched];
    expect(events.reduce(lampEvents.evolve, { status: 'absent' } as const)).toEqual({ status: 'absent' });
  });

  it('insert the row with the first kind, update it with all others, and remove it where it goes', () => {
    const writes = lampEvents.writes(
      (_event: typeof happened, fields) => ['insert', fields as object],
      (_event: typeof happened, fields) => ['update', fields as object],
      () => ['remove', {}],
    );
    expect(writes.LampThrownAway({ ...happened, ...thrownAway })).toEqual(['remove', {}]);
    expect(writes.LampBought({ ...happened, ...bought })).toEqual(['insert', { watts: 7, boughtAt: happened.at }]);
    expect(writes.LampSwitched({ ...happened, ...switched })).toEqual(['update', { on: true }]);
  });

  it('state what they say unless they are declared to state something else, and of a later release all', () => {
    expect(lampEvents.stated(bought)).toEqual({ watts: 7, status: 'off' });
    expect(lampEvents.stated(switched)).toEqual({ on: true });
    expect(lampEvents.stated({ type: 'LampSold', data: { price: 3 } })).toEqual({ price: 3 });
  });
});
