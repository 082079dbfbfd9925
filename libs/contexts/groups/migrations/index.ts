import { Groups } from './0001_groups.js';
import { GroupViews } from './0002_views.js';
import { SecondFactorRoles } from './0003_second_factor.js';
import { SsoDomains } from './0004_sso_domains.js';
import { RetentionByCategory } from './0005_retention_by_category.js';

/** In order of execution; a release may only append. */
export const groupMigrations = {
  'groups/0001_groups': Groups,
  'groups/0002_views': GroupViews,
  'groups/0003_second_factor': SecondFactorRoles,
  'groups/0004_sso_domains': SsoDomains,
  'groups/0005_retention_by_category': RetentionByCategory,
};
