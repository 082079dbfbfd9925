import type { Database } from '#platform/database';
import { Storage } from '#platform/storage';

/**
 * The storage, which nobody may call within a transaction: a bucket that hangs would hold the database's connections
 * (docs/adr/0013-image-storage.md).
 */
export class OutsideTransactions extends Storage {
  constructor(
    private readonly storage: Storage,
    private readonly database: Database,
  ) {
    super();
  }

  put(key: string, bytes: Uint8Array, contentType: string) {
    return this.outside().put(key, bytes, contentType);
  }

  get(key: string) {
    return this.outside().get(key);
  }

  check() {
    return this.outside().check();
  }

  keys(prefix?: string) {
    return this.outside().keys(prefix);
  }

  storedAt(key: string) {
    return this.outside().storedAt(key);
  }

  delete(key: string) {
    return this.outside().delete(key);
  }

  private outside(): Storage {
    if (this.database.isInTransaction) throw new Error('The storage was called within a transaction.');
    return this.storage;
  }
}
