import { SignInTables } from './0001_sign_in.js';

/** In order of execution; a release may only append. */
export const signInMigrations = { 'sign-in/0001_sign_in': SignInTables };
