import type { ContextApi } from '#platform/http';

export const signInApi: ContextApi = {
  problems: { invalid_credentials: { status: 401, title: 'Name or password is wrong' } },
};
