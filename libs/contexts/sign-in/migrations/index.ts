import { SignInTables } from './0001_sign_in.js';
import { SignInOf020 } from './0002_release_0_2_0.js';
import { TokenNamesView } from './0003_token_names.js';

/** In order; a release only adds to the end. */
export const signInMigrations = {
  'sign-in/0001_sign_in': SignInTables,
  'sign-in/0002_release_0_2_0': SignInOf020,
  'sign-in/0003_token_names': TokenNamesView,
};
