import { defineEntity, p } from '@mikro-orm/postgresql';
import { moment } from '#platform/database';

/** When something was guessed wrongly; its key is a hash of what was compared. */
export const GuessEntity = defineEntity({
  name: 'Guess',
  tableName: 'guesses',
  indexes: [{ name: 'guesses_by_age', properties: ['expiresAt'] }],
  properties: {
    key: p.blob().primary(),
    times: p.array().columnType('timestamptz[]'),
    expiresAt: moment(),
    /** The last one that was right. */
    rightAt: p.datetime().columnType('timestamptz').nullable(),
  },
});
