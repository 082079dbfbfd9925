export { isSqlError } from '#platform/postgres';
export { BY_KEY } from './by-key.js';
export { columnsBut, columnsOf } from './column-names.js';
export { belongsTo, generated, isOneOf, json, moment, searchColumn } from './columns.js';
export { counting, totalOf } from './counting.js';
export { Database } from './database.js';
export { DatabaseModule, type DatabaseOptions, ormOptions } from './database.module.js';
export { collectFirstStatistics } from './first-statistics.js';
export { valuesOf } from './folding.js';
export { drawNumber, numberDraw, sequenceName } from './identifiers.js';
export { type ListingOrder, ordered, orderOf, placeOf } from './listing-order.js';
export { inRetriedTransaction, retried } from './locks.js';
export { looseScan } from './loose-scan.js';
export type { Migrations } from './migration-steps.js';
export { databaseMigrations } from './migrations/index.js';
export { MonthlyPartitions } from './monthly-partitions.js';
export { OnlineMigration } from './online-migration.js';
export { isLarge } from './page-size.js';
export { type Places, withinPlaces } from './places.js';
export { roundTrip } from './round-trip.js';
export { type MigrationReport, runMigrations } from './run-migrations.js';
export { searchAny, searchAnyWord } from './search.js';
export { serviceTime } from './service-time.js';
export {
  APART,
  anyOf,
  FOLDS,
  isDatabaseError,
  literals,
  type Placed,
  prepared,
  type Reach,
  type Row,
  SHARED,
  type Slots,
  type Statement,
  statement,
  tables,
  template,
  textOf,
  unprepared,
} from './sql.js';
export { takeTurn, tryTurn } from './turn.js';
export { isDatabaseUnavailable, isStatementTimeout, NoConnection } from './unavailable.js';
export { isUniqueViolation, isViolation } from './violations.js';
export { wholeList } from './whole-list.js';
