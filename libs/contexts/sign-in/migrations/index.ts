import { SignInTables } from './0001_sign_in.js';
import { TokenNames } from './0002_token_names.js';
import { TokenLimits } from './0003_token_limits.js';

/** In order of execution; a release may only append. */
export const signInMigrations = {
  'sign-in/0001_sign_in': SignInTables,
  'sign-in/0002_token_names': TokenNames,
  'sign-in/0003_token_limits': TokenLimits,
};
