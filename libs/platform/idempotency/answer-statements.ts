import { type RawBuilder, sql } from 'kysely';
import { FOLDS, isSqlError, isUniqueViolation, tables, template } from '#platform/database';
import type { IdempotentAnswerEntity } from './answer.entity.js';

const db = tables<typeof IdempotentAnswerEntity>();

/** A key as it is stored: its Group, and a hash of the caller and the key. */
export interface StoredKey {
  group: number;
  id: Buffer;
}

/** A stored response. */
export interface AnswerRow {
  /** Hash of method, path and body. */
  request: Buffer;
  /** Sealed. */
  answer: Buffer;
  created_at: string;
}

/** A key's lock: the Group, and a part of the hash. */
interface Turn {
  group: number;
  part: number;
}

const turnOf = ({ group, id }: StoredKey): Turn => ({ group, part: id.readInt32BE() });

const tryTurn = ({ group, part }: { group: RawBuilder<number>; part: RawBuilder<number> }) =>
  sql<boolean>`pg_try_advisory_xact_lock(${group}::int, ${part}::int)`;

const selectTurn = template<Turn, { mine: boolean }>((turn) => db.selectNoFrom(tryTurn(turn).as('mine')));

/** Tries the key's lock, which ends with the transaction. */
export const takingTurn = (key: StoredKey) => selectTurn(turnOf(key));

/** The row of a key, expired or not. */
export const answerOf = template<StoredKey, AnswerRow>(({ group, id }) =>
  db
    .selectFrom('idempotent_answers')
    .select(['request', 'answer', 'created_at'])
    .where('group_id', '=', group)
    .where('id', '=', id)
    .$castTo<AnswerRow>(),
);

// While another transaction has the key's lock, null is what the column refuses: nobody in a group waits for another's key.
const insertTaking = template<Turn & StoredKey & AnswerRow, unknown>(
  ({ group, part, id, request, answer, created_at }) =>
    db.insertInto('idempotent_answers').values({
      group_id: group,
      id,
      request: sql<Buffer>`case when ${tryTurn({ group, part })} then ${request}::bytea end`,
      answer,
      created_at,
    }),
  FOLDS,
);

/** Stores a response, and fails where the key is taken: see `isTaken`. */
export const storing = (key: StoredKey, row: AnswerRow) => insertTaking({ ...turnOf(key), ...key, ...row });

/** Whether `storing` failed because of another transaction with the key: one that has stored its response, or has not ended. */
export function isTaken(error: unknown): boolean {
  const { table, column } = error as { table?: unknown; column?: unknown };
  const isRunning = isSqlError(error, 'not_null_violation') && table === 'idempotent_answers' && column === 'request';
  return isRunning || isUniqueViolation(error, 'idempotent_answers_pkey');
}

/** Stores a response in place of another one of its key. */
export const replacing = template<StoredKey & AnswerRow, unknown>(({ group, id, ...row }) =>
  db
    .insertInto('idempotent_answers')
    .values({ group_id: group, id, ...row })
    .onConflict((conflict) => conflict.columns(['group_id', 'id']).doUpdateSet(row)),
);

/** Deletes the response of a key that was stored by then. */
export const forgetting = template<StoredKey & { by: string }, unknown>(({ group, id, by }) =>
  db.deleteFrom('idempotent_answers').where('group_id', '=', group).where('id', '=', id).where('created_at', '<=', by),
);

/** Deletes some of the responses that were stored by then, of all Groups. */
export const cleaning = template<{ by: string; limit: number }, { group_id: number }>(({ by, limit }) => {
  const old = db.selectFrom('idempotent_answers').select(['group_id', 'id']).where('created_at', '<=', by).limit(limit);
  return db
    .deleteFrom('idempotent_answers')
    .where(({ eb, refTuple }) => eb(refTuple('group_id', 'id'), 'in', old.$asTuple('group_id', 'id')))
    .returning('group_id');
});
