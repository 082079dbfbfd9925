import type { Caller, Role } from '#platform/kernel';

/** The Integration of the Group `demo`, with access to every Location. */
export const INTEGRATION: Caller = {
  group: { id: 1, code: 'demo' },
  actor: { type: 'integration', tokenID: '00000000-0000-4000-8000-000000000001' },
  role: 'group_admin',
  scope: { all: true },
  requestID: null,
};

/** A carrier's API token, which may only report shipments. */
export const CARRIER: Caller = {
  ...INTEGRATION,
  actor: { type: 'integration', tokenID: '00000000-0000-4000-8000-000000000002' },
  role: 'carrier',
};

/** A user with access to these Locations. */
export function userWith(role: Role, ...locationIDs: string[]): Caller {
  return { ...INTEGRATION, actor: { type: 'user', userID: 3 }, role, scope: { all: false, locationIDs } };
}
