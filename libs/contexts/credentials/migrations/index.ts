import { Credentials } from './0001_credentials.js';
import { CredentialViews } from './0002_views.js';
import { Accounts } from './0003_accounts.js';

/** In order of execution; a release may only append. */
export const credentialMigrations = {
  'credentials/0001_credentials': Credentials,
  'credentials/0002_views': CredentialViews,
  'credentials/0003_accounts': Accounts,
};
