import type { Database } from '#platform/database';
import type { Storage } from '#platform/storage';

/**
 * The storage, which nobody may use within a transaction: a bucket that hangs would hold the database's connections
 * (docs/adr/0013-image-storage.md).
 */
export function outsideTransactions(storage: Storage, database: Database): Storage {
  return new Proxy(storage, {
    get(target, name) {
      if (database.isInTransaction) throw new Error('The storage was called within a transaction.');
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
