import { describe, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import { ROLES } from '#platform/kernel';
import type { Manager } from './manager.js';
import { ALL, at, create, integration, itself, manager, person, remove, take, update, user } from './spec/users.js';
import { userDecider } from './user.decider.js';
import type { UserEvent } from './user.events.js';

const { given } = specificationOf(userDecider);

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
  it('records only that a password is new', () => {
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
      .then([
        { type: 'UserUpdated', data: { person: { ...person, email: null }, formerEmail: person.email, emailValidated: false } },
      ]);
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
