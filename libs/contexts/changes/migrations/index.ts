import { Changes } from './0001_changes.js';
import { ChangesByMonth } from './0002_changes_by_month.js';

/** In order; a release only appends. */
export const changeMigrations = {
  'changes/0001_changes': Changes,
  'changes/0002_changes_by_month': ChangesByMonth,
};
