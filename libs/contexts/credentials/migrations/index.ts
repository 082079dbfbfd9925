import { Credentials } from './0001_credentials.js';
import { CredentialViews } from './0002_views.js';
import { Accounts } from './0003_accounts.js';
import { KeyedAddresses } from './0004_keyed_addresses.js';
import { Ages } from './0005_ages.js';

/** In order of execution; a release may only append. */
export const credentialMigrations = {
  'credentials/0001_credentials': Credentials,
  'credentials/0002_views': CredentialViews,
  'credentials/0003_accounts': Accounts,
  'credentials/0004_keyed_addresses': KeyedAddresses,
  'credentials/0005_ages': Ages,
};
