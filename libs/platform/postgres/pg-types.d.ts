import 'pg';

/** Parts of `pg` that the service uses and its types leave out (docs/internals.md). */
declare module 'pg' {
  interface ClientBase {
    readonly connection: Connection;
  }

  interface Client {
    getStartupConf(): Record<string, string>;
  }

  /** The texts of the named statements that PostgreSQL knows on this connection, or will soon. */
  interface Connection {
    parsedStatements: Record<string, string>;
    submittedNamedStatements: Record<string, string>;
  }

  /** The columns of a result, and how a row of them is read. */
  interface Result {
    addFields(fields: unknown[]): void;
    parseRow(values: unknown[]): Record<string, unknown>;
  }
}
