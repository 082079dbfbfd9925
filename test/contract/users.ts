import { wrong } from '../support/client.js';
import { PASSWORD } from '../support/records.js';
import type { Contract } from './contract.js';

let count = 0;

/** A Property Admin of demo:1 with a name of its own. */
export const newUser = (changes: object = {}) => ({
  username: `user-${++count}`,
  password: PASSWORD,
  locationID: 'demo:1',
  userRole: 'property_admin' as const,
  ...changes,
});

/** The calls that user specs make. */
export function userCalls(service: () => Contract) {
  const create = (changes: object = {}) => service().api.createUser({ body: newUser(changes) });
  return {
    create,
    /** Creates a user and gives its identifier. */
    created: async (changes: object = {}) => (await create(changes)).body.ID as number,
    update: (userID: number, body: object, headers?: object) =>
      service().api.updateUser({ path: { userID }, body, headers: wrong(headers) }),
    give: (userID: number, body: object) => service().api.giveUserAccess({ path: { userID }, body }),
    take: (userID: number, body: object) => service().api.takeUserAccess({ path: { userID }, body }),
    access: async (userID: number) => (await service().api.getUserAccess({ path: { userID } })).body,
  };
}
