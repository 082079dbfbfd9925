import type { ContextApi } from '#platform/http';

export const signInApi: ContextApi = {
  problems: { invalid_credentials: { status: 401, title: 'The credentials are wrong' } },
};
