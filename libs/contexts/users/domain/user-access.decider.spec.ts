import { describe, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import type { LocationAccess } from './location-access.js';
import type { Manager } from './manager.js';
import { ALL, access, at, give, integration, manager, take, user } from './spec/users.js';
import { userDecider } from './user.decider.js';

const { given } = specificationOf(userDecider);

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
