import { KINDS, type Kind } from './kinds.js';

/**
 * Lanes of the worker, so that nothing slow delays anything else of a Group: each kind of the configuration, and each endpoint.
 * A delivery names its lane in the column `kind`.
 */
export type LaneName = Kind | `endpoint:${number}`;

const ENDPOINT = 'endpoint:';

/** A lane's label in metrics. */
export const LANE_KINDS = [...KINDS, 'endpoint'] as const;
export type LaneKind = (typeof LANE_KINDS)[number];

/** The lane of an endpoint. */
export function laneOf(endpointID: number): LaneName {
  return `${ENDPOINT}${endpointID}`;
}

/** The endpoint of a lane; null for a kind of the configuration. */
export function endpointOf(lane: LaneName): number | null {
  return lane.startsWith(ENDPOINT) ? Number(lane.slice(ENDPOINT.length)) : null;
}

/** The lane's label in metrics: its kind, or `endpoint` for all endpoints together. */
export function laneKindOf(lane: LaneName): LaneKind {
  return endpointOf(lane) === null ? (lane as Kind) : 'endpoint';
}
