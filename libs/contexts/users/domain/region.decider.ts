import type { Decider } from '#platform/event-store';
import { changesOf, DomainError, NotFound, UnknownReferences } from '#platform/kernel';
import type { RegionDetails, RegionEvent } from './region.events.js';

/** The facts that decisions about a Region are based on. */
export interface RegionFacts {
  /** All Locations of the Group. */
  locationIDs: ReadonlySet<string>;
  isOnlyAccessOfAUser: boolean;
}

export type RegionChange =
  | { type: 'CreateRegion'; region: RegionDetails }
  | { type: 'UpdateRegion'; changes: Partial<RegionDetails> }
  | { type: 'DeleteRegion' };

export type RegionCommand = RegionChange & RegionFacts;

export type RegionState = { status: 'absent' | 'deleted' } | { status: 'present'; details: RegionDetails };

/** The rules of a Region (decisions.md, sections 3 and 9). */
export const regionDecider: Decider<RegionState, RegionCommand, RegionEvent> = {
  initialState: { status: 'absent' },

  evolve(state, event) {
    if (event.type === 'RegionCreated') return { status: 'present', details: event.data };
    if (state.status !== 'present') return state;
    switch (event.type) {
      case 'RegionUpdated':
        return { ...state, details: { ...state.details, ...event.data } };
      case 'RegionDeleted':
        return { status: 'deleted' };
      default:
        return event satisfies never;
    }
  },

  decide(command, state) {
    if (command.type === 'CreateRegion') {
      assertKnown(command.region.locationIDs, command.locationIDs);
      return [{ type: 'RegionCreated', data: command.region }];
    }
    if (state.status !== 'present') throw new NotFound('The Region');
    switch (command.type) {
      case 'UpdateRegion': {
        assertKnown(command.changes.locationIDs ?? [], command.locationIDs);
        if (command.changes.locationIDs?.length === 0 && command.isOnlyAccessOfAUser) throw noLocationLeft();
        const changes = changesOf(state.details, command.changes);
        return Object.keys(changes).length === 0 ? [] : [{ type: 'RegionUpdated', data: changes }];
      }
      case 'DeleteRegion':
        if (command.isOnlyAccessOfAUser) throw noLocationLeft();
        return [{ type: 'RegionDeleted', data: {} }];
      default:
        return command satisfies never;
    }
  },
};

function noLocationLeft(): DomainError {
  return new DomainError('conflict', 'conflict', 'A user would be left with no Location.');
}

function assertKnown(named: readonly string[], known: ReadonlySet<string>): void {
  const unknown = named.flatMap((locationID, index) => (known.has(locationID) ? [] : [`locationIDs.${index}`]));
  if (unknown.length > 0) throw new UnknownReferences(unknown);
}
