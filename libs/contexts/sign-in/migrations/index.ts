import { SignInTables } from './0001_sign_in.js';

/** In their order; a release only adds to the end. */
export const signInMigrations = { 'sign-in/0001_sign_in': SignInTables };
