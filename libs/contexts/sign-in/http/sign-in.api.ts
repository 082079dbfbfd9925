import type { ContextApi } from '#platform/http';
import { EVERYONE } from '#platform/kernel';

export const signInApi: ContextApi = {
  tag: { name: 'Access', description: 'Signing in, the own account, and API tokens.', paths: ['auth', 'me', 'tokens'] },
  capabilities: {
    'tokens.manage': { roles: ['group_admin'], wholeGroup: true },
    'me.read': { roles: [...EVERYONE, 'carrier'], ownAccount: true },
    'me.write': { roles: EVERYONE, ownAccount: true, users: true },
  },
  problems: {
    invalid_credentials: {
      status: 401,
      title: 'The credentials are wrong',
      remedy: 'Correct them; after many attempts wait for the seconds that `Retry-After` says.',
    },
    second_factor_required: { status: 401, title: 'A code of the second factor is needed', remedy: 'Send `code` too.' },
  },
};
