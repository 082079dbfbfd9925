import { Credentials } from './0001_credentials.js';
import { CredentialsOf020 } from './0002_release_0_2_0.js';
import { RefreshKeys } from './0003_refresh_keys.js';

/** In order; a release only adds to the end. */
export const credentialMigrations = {
  'credentials/0001_credentials': Credentials,
  'credentials/0002_release_0_2_0': CredentialsOf020,
  'credentials/0003_refresh_keys': RefreshKeys,
};
