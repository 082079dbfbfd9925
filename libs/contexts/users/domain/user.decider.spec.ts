import { describe, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import { ROLES, type Role } from '#platform/kernel';
import { type LocationAccess, NO_ACCESS, type Territory } from './location-access.js';
import type { Manager } from './manager.js';
import { type UserCommand, userDecider } from './user.decider.js';
import type { UserEvent } from './user.events.js';

const { given } = specificationOf(userDecider);

/** demo:1 and demo:3 stand in NL, demo:2 in DE; demo:4, in FR, is deactivated; Region 1 holds demo:2, Region 2 nothing. */
const territory: Territory = {
  locations: [
    { locationID: 'demo:1', countryID: 'NL', active: true },
    { locationID: 'demo:2', countryID: 'DE', active: true },
    { locationID: 'demo:3', countryID: 'NL', active: true },
    { locationID: 'demo:4', countryID: 'FR', active: false },
  ],
  regions: [
    { ID: 1, locationIDs: ['demo:2'] },
    { ID: 2, locationIDs: [] },
  ],
};

const ALL: Partial<LocationAccess> = { accessAllLocations: true };
const at = (...locationIDs: string[]): Partial<LocationAccess> => ({ locationIDs });
const access = (assigned: Partial<LocationAccess>): LocationAccess => ({ ...NO_ACCESS, ...assigned });
const manager = (role: Role, assigned: Partial<LocationAccess>, userID: number | null = 90): Manager => ({
  userID,
  role,
  access: access(assigned),
});
const integration = manager('group_admin', ALL, null);

const person = { username: 'sanne', email: 'sanne@example.com' };
const user = (userRole: Role, assigned: Partial<LocationAccess>): UserEvent => ({
  type: 'UserCreated',
  data: { person, userRole, access: access(assigned) },
});
const create = (by: Manager, userRole: Role, assigned: Partial<LocationAccess>): UserCommand => ({
  type: 'CreateUser',
  manager: by,
  territory,
  user: { person, userRole, access: access(assigned) },
});
const update = (by: Manager, changes: Extract<UserCommand, { type: 'UpdateUser' }>['changes']): UserCommand => ({
  type: 'UpdateUser',
  userID: 5,
  manager: by,
  territory,
  changes,
});
const remove = (by: Manager): UserCommand => ({ type: 'DeleteUser', userID: 5, manager: by, territory });
const give = (by: Manager, assigned: Partial<LocationAccess>): UserCommand => ({
  type: 'GiveAccess',
  userID: 5,
  manager: by,
  territory,
  access: access(assigned),
});
const take = (by: Manager, assigned: Partial<LocationAccess>): UserCommand =>
  ({ ...give(by, assigned), type: 'TakeAccess' }) as UserCommand;
const itself = (role: Role, assigned: Partial<LocationAccess>) => manager(role, assigned, 5);

describe('adding a user', () => {
  for (const role of ROLES) {
    it(`an API token adds a ${role}`, () => {
      given([])
        .when(create(integration, role, at('demo:1')))
        .then([user(role, at('demo:1'))]);
    });
  }
  for (const role of ROLES.slice(1)) {
    it(`a Property Admin adds a ${role}`, () => {
      given([])
        .when(create(manager('property_admin', at('demo:1')), role, at('demo:1')))
        .then([user(role, at('demo:1'))]);
    });
  }
  it('a Property Admin cannot add a Group Admin', () => {
    given([])
      .when(create(manager('property_admin', at('demo:1')), 'group_admin', at('demo:1')))
      .thenRefused('forbidden');
  });
  it('a Location out of reach is unknown', () => {
    given([])
      .when(create(manager('group_admin', at('demo:1')), 'group_admin', at('demo:2')))
      .thenRefused('validation_failed', 'locationID');
    given([])
      .when(create(manager('group_admin', at('demo:4')), 'group_admin', at('demo:4')))
      .thenRefused('validation_failed', 'locationID');
    given([])
      .when(create(integration, 'group_admin', at('demo:9')))
      .thenRefused('validation_failed', 'locationID');
  });
  it('an API token reaches a deactivated Location', () => {
    given([])
      .when(create(integration, 'group_admin', at('demo:4')))
      .then([user('group_admin', at('demo:4'))]);
  });
});

describe('who may change a user', () => {
  const rows: [string, Manager, UserEvent, 'may' | 'forbidden' | 'not_found'][] = [
    ['an API token, anybody', integration, user('group_admin', ALL), 'may'],
    ['a Group Admin of all Locations, its like', manager('group_admin', ALL), user('group_admin', ALL), 'may'],
    ['a Property Admin, a Group Admin', manager('property_admin', ALL), user('group_admin', at('demo:1')), 'forbidden'],
    ['a Property Admin, its like', manager('property_admin', at('demo:1')), user('property_admin', at('demo:1')), 'may'],
    ['one with less access', manager('group_admin', at('demo:1')), user('overview_subuser', at('demo:1', 'demo:2')), 'forbidden'],
    [
      'one lacking a deactivated one',
      manager('group_admin', at('demo:1')),
      user('overview_subuser', at('demo:1', 'demo:4')),
      'forbidden',
    ],
    [
      'one with the deactivated one',
      manager('group_admin', at('demo:1', 'demo:4')),
      user('overview_subuser', at('demo:1', 'demo:4')),
      'may',
    ],
    ['one of some Locations, one of all', manager('group_admin', at('demo:1')), user('overview_subuser', ALL), 'forbidden'],
    [
      'one of a Country, inside it',
      manager('property_admin', { countryIDs: ['NL'] }),
      user('limited_subuser', at('demo:3')),
      'may',
    ],
    [
      'one of its Locations, of the Country',
      manager('property_admin', at('demo:1', 'demo:3')),
      user('limited_subuser', { countryIDs: ['NL'] }),
      'forbidden',
    ],
    ['one of a Region, inside it', manager('property_admin', { regionIDs: [1] }), user('limited_subuser', at('demo:2')), 'may'],
    [
      'one of its Locations, of the Region',
      manager('property_admin', at('demo:2')),
      user('limited_subuser', { regionIDs: [1] }),
      'may',
    ],
    ['one who shares no Location', manager('group_admin', at('demo:1')), user('overview_subuser', at('demo:2')), 'not_found'],
    [
      'one who shares a deactivated one only',
      manager('group_admin', at('demo:4')),
      user('overview_subuser', at('demo:4')),
      'not_found',
    ],
  ];
  for (const [who, by, whom, outcome] of rows) {
    it(`${who}: ${outcome}`, () => {
      const renaming = given([whom]).when(update(by, { username: 'mia' }));
      const deleting = given([whom]).when(remove(by));
      if (outcome === 'may') {
        renaming.then([{ type: 'UserUpdated', data: { person: { ...person, username: 'mia' } } }]);
        deleting.then([{ type: 'UserDeleted', data: {} }]);
      } else {
        renaming.thenRefused(outcome);
        deleting.thenRefused(outcome);
      }
    });
  }
  it('a Property Admin cannot make anybody a Group Admin, itself included', () => {
    given([user('property_admin', at('demo:1'))])
      .when(update(itself('property_admin', at('demo:1')), { userRole: 'group_admin' }))
      .thenRefused('forbidden');
  });
});

describe('updating a user', () => {
  it('tells of a new password only that there is one', () => {
    given([user('property_admin', at('demo:1'))])
      .when(update(integration, { password: true, userRole: 'overview_subuser' }))
      .then([
        { type: 'UserUpdated', data: { userRole: 'overview_subuser' } },
        { type: 'UserPasswordChanged', data: {} },
      ]);
  });
  it('changes nothing when the values are the same', () => {
    given([user('property_admin', at('demo:1'))])
      .when(update(integration, { ...person, userRole: 'property_admin' }))
      .thenNothing();
  });
  it('makes a validated email one to validate again', () => {
    given([user('property_admin', at('demo:1')), { type: 'UserUpdated', data: { emailValidated: true } }])
      .when(update(integration, { email: null }))
      .then([{ type: 'UserUpdated', data: { person: { ...person, email: null }, emailValidated: false } }]);
  });
});

describe('an email that the identity provider has verified', () => {
  const created = user('property_admin', at('demo:1'));
  const validated: UserEvent = { type: 'UserUpdated', data: { emailValidated: true } };
  it('is validated once', () => {
    given([created]).when({ type: 'ValidateEmail', email: 'Sanne@example.com' }).then([validated]);
    given([created, validated]).when({ type: 'ValidateEmail', email: 'sanne@example.com' }).thenNothing();
  });
  it('validates no other email', () => {
    given([created]).when({ type: 'ValidateEmail', email: 'mia@example.com' }).thenNothing();
  });
});

describe('a user acting on itself', () => {
  const admin = user('property_admin', at('demo:1', 'demo:4'));
  const self = itself('property_admin', at('demo:1', 'demo:4'));
  it('cannot delete itself', () => {
    given([admin]).when(remove(self)).thenRefused('conflict');
  });
  it('cannot take the role that manages users from itself', () => {
    given([admin])
      .when(update(self, { userRole: 'property_subuser' }))
      .thenRefused('conflict');
  });
  it('cannot take its last Location', () => {
    given([user('property_admin', at('demo:1'))])
      .when(take(itself('property_admin', at('demo:1')), at('demo:1')))
      .thenRefused('last_location');
  });
  it('cannot keep only a deactivated Location', () => {
    given([admin])
      .when(take(self, at('demo:1')))
      .thenRefused('conflict');
  });
  it('changes its own name', () => {
    given([admin])
      .when(update(self, { username: 'mia' }))
      .then([{ type: 'UserUpdated', data: { person: { ...person, username: 'mia' } } }]);
  });
});

describe('giving access', () => {
  const subuser = user('property_subuser', at('demo:1'));
  it('adds what is new', () => {
    given([subuser])
      .when(give(integration, { ...ALL, locationIDs: ['demo:1', 'demo:4'], regionIDs: [2], countryIDs: ['NL'] }))
      .then([
        {
          type: 'UserAccessGiven',
          data: { access: { ...ALL, locationIDs: ['demo:1', 'demo:4'], regionIDs: [2], countryIDs: ['NL'] } as LocationAccess },
        },
      ]);
    given([subuser])
      .when(give(integration, at('demo:1')))
      .thenNothing();
  });
  const rows: [string, Manager, Partial<LocationAccess>, string, ...string[]][] = [
    [
      'a Location out of reach',
      manager('group_admin', at('demo:1')),
      at('demo:1', 'demo:2'),
      'validation_failed',
      'locationIDs.1',
    ],
    ['a Region out of sight', manager('group_admin', at('demo:1')), { regionIDs: [1] }, 'validation_failed', 'regionIDs.0'],
    ['an unknown Region', integration, { regionIDs: [1, 9] }, 'validation_failed', 'regionIDs.1'],
    ['a Country that it only partly has', manager('group_admin', at('demo:1')), { countryIDs: ['NL'] }, 'forbidden'],
    [
      'a Country whose Locations it has, but not the later ones',
      manager('group_admin', at('demo:1', 'demo:3')),
      { countryIDs: ['NL'] },
      'forbidden',
    ],
    ['all Locations', manager('group_admin', at('demo:1', 'demo:2', 'demo:3', 'demo:4')), ALL, 'forbidden'],
  ];
  for (const [what, by, more, code, ...fields] of rows) {
    it(`nobody gives ${what}`, () =>
      given([subuser])
        .when(give(by, more))
        .thenRefused(code, ...fields));
  }
});

describe('taking access', () => {
  it('all-Locations access reverts to what was assigned before', () => {
    given([user('group_admin', { ...ALL, locationIDs: ['demo:1'] })])
      .when(take(integration, ALL))
      .then([{ type: 'UserAccessTaken', data: { access: access(at('demo:1')) } }]);
  });
  it('a deactivated Location counts as the last one', () => {
    given([user('property_subuser', at('demo:1', 'demo:4'))])
      .when(take(integration, at('demo:1')))
      .then([{ type: 'UserAccessTaken', data: { access: access(at('demo:4')) } }]);
  });
  const stranding: [string, Partial<LocationAccess>, Partial<LocationAccess>][] = [
    ['its last Location', at('demo:1'), at('demo:1')],
    ['its last Country', { countryIDs: ['NL'] }, { countryIDs: ['NL'] }],
    ['its last Region with a Location', { regionIDs: [1, 2] }, { regionIDs: [1] }],
    ['all Locations, the rest being empty', ALL, ALL],
    ['all Locations, the rest holding none now', { ...ALL, regionIDs: [2], countryIDs: ['BE'] }, ALL],
  ];
  for (const [what, before, less] of stranding) {
    it(`nobody takes from a user ${what}`, () =>
      given([user('property_subuser', before)])
        .when(take(integration, less))
        .thenRefused('last_location'));
  }
  it('what was never assigned changes nothing', () => {
    given([user('property_subuser', at('demo:1'))])
      .when(take(integration, at('demo:2')))
      .thenNothing();
  });
  it('a deleted user is not found', () => {
    given([user('property_subuser', at('demo:1')), { type: 'UserDeleted', data: {} }])
      .when(take(integration, ALL))
      .thenRefused('not_found');
  });
});
