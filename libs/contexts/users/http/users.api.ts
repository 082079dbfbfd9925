import type { ContextApi } from '#platform/http';
import { ADMINS, EVERYONE } from '#platform/kernel';

export const usersApi: ContextApi = {
  tag: { name: 'Users', description: 'Users, their roles and their access to Locations.', paths: ['users', 'regions'] },
  capabilities: {
    'users.read': { roles: ADMINS },
    'users.write': { roles: ADMINS },
    'roles.read': { roles: EVERYONE },
    'regions.read': { roles: ADMINS },
    'regions.manage': { roles: ['group_admin'], wholeGroup: true },
  },
  problems: {
    last_location: {
      status: 400,
      title: 'The user would be left with no Location',
      remedy: 'Give access to another Location first.',
    },
    username_taken: { status: 409, title: 'The username is already in use', remedy: 'Choose another name.' },
  },
};
