/** The conditions that the service tells apart, by PostgreSQL's names for them (appendix A of its manual). */
const CONDITIONS = {
  protocol_violation: '08P01',
  feature_not_supported: '0A000',
  invalid_text_representation: '22P02',
  not_null_violation: '23502',
  unique_violation: '23505',
  check_violation: '23514',
  exclusion_violation: '23P01',
  read_only_sql_transaction: '25006',
  deadlock_detected: '40P01',
  insufficient_privilege: '42501',
  undefined_column: '42703',
  undefined_table: '42P01',
  duplicate_table: '42P07',
  invalid_object_definition: '42P17',
  lock_not_available: '55P03',
  query_canceled: '57014',
} as const;

/** Whether an error of PostgreSQL has one of these conditions. */
export function isSqlError(error: unknown, ...conditions: (keyof typeof CONDITIONS)[]): boolean {
  const { code } = error as { code?: unknown };
  return conditions.some((condition) => CONDITIONS[condition] === code);
}
