import { Credentials } from './0001_credentials.js';
import { CredentialViews } from './0002_views.js';

/** In their order; a release only adds to the end. */
export const credentialMigrations = { 'credentials/0001_credentials': Credentials, 'credentials/0002_views': CredentialViews };
