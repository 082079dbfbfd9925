import { DomainError } from '#platform/kernel';
import type { ConnectionKind } from './kinds.js';

/** A connection as far as it matters to which Locations it is for. */
export interface Covering {
  id: number;
  kind: ConnectionKind;
  enabled: boolean;
  /** null: all. */
  locationIDs: readonly string[] | null;
}

/** Whether it is for the Location. */
export function covers({ locationIDs }: Pick<Covering, 'locationIDs'>, locationID: string): boolean {
  return locationIDs === null || locationIDs.includes(locationID);
}

/**
 * A Location has one connection of a kind at most that is enabled (decisions.md, section 14).
 * @throws DomainError `conflict`
 */
export function assertAlone(connection: Covering, others: readonly Covering[]): void {
  if (!connection.enabled) return;
  const rival = others.find(({ id, kind, enabled, locationIDs }) => {
    if (id === connection.id || kind !== connection.kind || !enabled) return false;
    return connection.locationIDs === null || locationIDs === null || locationIDs.some((one) => covers(connection, one));
  });
  if (!rival) return;
  const message = `Connection ${rival.id} is enabled for one of its Locations, and of the same kind. Switch one of them off.`;
  throw new DomainError('conflict', 'conflict', message);
}
