import type { Written } from '../paging/listing.js';

/** A record to be returned, with the version that becomes its `ETag`. */
export class Versioned<Body> {
  constructor(
    readonly body: Body | Written<Body>,
    readonly version: number,
  ) {}
}

/** A new record to be returned, with the path that becomes `Location`. */
export class Created<Answer> {
  constructor(
    readonly path: string,
    readonly answer: Answer,
  ) {}
}

/**
 * A handler's answer for a record that has a version: `ETag` becomes `"7"` (decisions.md, section 4).
 * @throws Error when the row was read without its version
 */
export function versioned<Row extends { version: number }, Body>(
  row: Row,
  record: (row: Row) => Body | Written<Body>,
): Versioned<Body> {
  if (!Number.isSafeInteger(row.version)) throw new Error('The row was read without its version.');
  return new Versioned(record(row), row.version);
}

/** A handler's answer for a record that it created, with or without a version. @param path becomes `Location` */
export function created<Answer>(path: string, answer: Answer): Created<Answer> {
  return new Created(path, answer);
}
