import { defineEntity, p } from '@mikro-orm/postgresql';
import { moment } from '#platform/database';

/** The stored response to a POST with an `Idempotency-Key`; key and request only as hashes, the response encrypted. */
export const IdempotentAnswerEntity = defineEntity({
  name: 'IdempotentAnswer',
  tableName: 'idempotent_answers',
  properties: {
    groupId: p.integer().primary(),
    /** Hash of the caller and its key. */
    id: p.blob().primary(),
    /** Hash of method, path and body. */
    request: p.blob(),
    answer: p.blob(),
    createdAt: moment(),
  },
  indexes: [{ name: 'idempotent_answers_by_age', properties: ['createdAt'] }],
});
