import { type IDBPDatabase, openDB } from 'idb';

/** How long a database may take to open, in ms: one that is blocked never does. */
const LONGEST = 4_000;

type Opened = Promise<IDBPDatabase | null>;

/** @param stores by name, with the field that has the key, if any. @returns null where the browser has no storage, or refuses it */
function opened(name: string, stores: Readonly<Record<string, string | null>>): Opened {
  const upgrade = (db: IDBPDatabase) => {
    for (const [store, keyPath] of Object.entries(stores)) db.createObjectStore(store, { keyPath });
  };
  const opening = (async () => openDB(name, 1, { upgrade }))();
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), LONGEST));
  return Promise.race([opening, late]).catch(() => null);
}

/** The desk's data on the device: what waits, who works here, and how the session was refreshed. Never a token. */
export const desk = opened('desk', { finds: 'key', known: null });
/** Beside the first, which an earlier release that runs in another window could not open once it had more stores. */
export const work = opened('desk-work', { deeds: null, drafts: null });

/** Records that the device keeps. Records that it refuses are kept as long as the page is open: nothing here is ever rejected. */
export class Kept<Value> {
  /** The records that the device refused to keep; undefined for one that it refused to forget. */
  private readonly here = new Map<string, Value | undefined>();

  constructor(
    private readonly database: Opened,
    private readonly name: string,
  ) {}

  async all(): Promise<Map<string, Value>> {
    const found = new Map<string, Value>();
    try {
      const store = (await this.database)?.transaction(this.name).store;
      const [keys, values] = store ? await Promise.all([store.getAllKeys(), store.getAll()]) : [[], []];
      for (const [index, key] of keys.entries()) found.set(String(key), values[index] as Value);
    } catch {
      // A record that can not be read is no fault of what waits in the page.
    }
    for (const [key, value] of this.here) {
      if (value === undefined) found.delete(key);
      else found.set(key, value);
    }
    return found;
  }

  async get(key: string): Promise<Value | undefined> {
    return (await this.all()).get(key);
  }

  /**
   * Changes a record in one transaction.
   * @param next gets what there is, if anything, and says what is to be; undefined forgets it
   * @returns whether the device has done it, not the page alone
   */
  async change(key: string, next: (now: Value | undefined) => Value | undefined): Promise<boolean> {
    if (!this.here.has(key) && (await this.changed(key, next).catch(() => false))) return true;
    const value = next(await this.get(key));
    this.here.set(key, value);
    return false;
  }

  /** Whether the device keeps all of them. */
  get isSafe(): boolean {
    return [...this.here.values()].every((value) => value === undefined);
  }

  private async changed(key: string, next: (now: Value | undefined) => Value | undefined): Promise<boolean> {
    const transaction = (await this.database)?.transaction(this.name, 'readwrite');
    if (!transaction) return false;
    transaction.done.catch(() => undefined);
    const { store } = transaction;
    const value = next((await store.get(key)) as Value | undefined);
    if (value === undefined) await store.delete(key);
    else await store.put(value, store.keyPath === null ? key : undefined);
    await transaction.done;
    return true;
  }
}
