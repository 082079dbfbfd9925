import assert from 'node:assert/strict';
import type { DomainError } from '#platform/kernel';
import type { Decider, DomainEvent } from '../decider.js';

/** Tests a decider in given-when-then form: `given([…]).when(command).then([…])`. */
export function specificationOf<State, Command, Event extends DomainEvent>(decider: Decider<State, Command, Event>) {
  return {
    given: (events: Event[]) => ({
      when: (command: Command) => {
        const decide = () => decider.decide(command, events.reduce(decider.evolve, decider.initialState));
        return {
          /** The command causes exactly these events. */
          then: (expected: Event[]) => assert.deepEqual(decide(), expected),
          /** The command changes nothing and does not fail. */
          thenNothing: () => assert.deepEqual(decide(), []),
          /** The command is refused with this code, naming these fields. */
          thenRefused: (code: string, ...fields: string[]) =>
            assert.throws(decide, (error: DomainError) => {
              assert.equal(error.code, code);
              assert.deepEqual(
                error.errors.map(({ field }) => field),
                fields,
              );
              return true;
            }),
        };
      },
    }),
  };
}
