import { Users } from './0001_users.js';
import { UserViews } from './0002_views.js';
import { Accounts } from './0003_accounts.js';
import { UserReach } from './0004_reach.js';
import { ValidatedEmails } from './0005_validated_emails.js';
import { OwnEmails } from './0006_own_emails.js';

/** In order of execution; a release may only append. */
export const userMigrations = {
  'users/0001_users': Users,
  'users/0002_views': UserViews,
  'users/0003_accounts': Accounts,
  'users/0004_reach': UserReach,
  'users/0005_validated_emails': ValidatedEmails,
  'users/0006_own_emails': OwnEmails,
};
