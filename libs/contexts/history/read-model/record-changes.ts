import { Injectable } from '@nestjs/common';
import { type DomainEvent, Histories, readModelOf, recordWriteOf, type StreamOf } from '#platform/event-store';

/** A field of a record that an event changed, by its path, with its values as the record shows them. */
export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** Changes by the events of each version. */
export type Changes = ReadonlyMap<number, readonly Change[]>;

/** Tells what events changed in a record, by what its projection makes of them. */
@Injectable()
export class RecordChanges {
  constructor(private readonly histories: Histories) {}

  /**
   * The changes up to a version; erased values are those of an erased record.
   * @param shown the record of a row
   * @throws Unavailable when too many long records are read
   */
  async of<State, Command, Event extends DomainEvent, Row>(
    of: StreamOf<State, Command, Event, Row>,
    shown: (row: Row) => object,
    newest: number,
  ): Promise<Changes> {
    const { project } = readModelOf(of.stream);
    const changes = new Map<number, Change[]>();
    let row: object | null = null;
    let before: Fields | null = null;
    for await (const events of this.histories.pages(of)) {
      for (const event of events) {
        const written = project(event, [event]).map((statement) => recordWriteOf(statement)?.columns);
        row = Object.assign({}, row, ...written);
        const after = fieldsOf(shown(row as Row));
        changes.set(event.version, before ? between(before, after) : []);
        before = after;
      }
      if ((events.at(-1)?.version ?? newest) >= newest) break;
    }
    return changes;
  }
}

type Fields = ReadonlyMap<string, unknown>;

/** The values of a record by their paths. The event itself says when it changed. */
function fieldsOf(record: object, prefix = ''): Fields {
  const entries = Object.entries(record).filter(([name]) => name !== 'updatedAt');
  return new Map(
    entries.flatMap(([name, value]) => {
      const path = `${prefix}${name}`;
      const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isNested ? [...fieldsOf(value, `${path}.`)] : [[path, value] as const];
    }),
  );
}

function between(before: Fields, after: Fields): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const [from, to] = [before.get(field) ?? null, after.get(field) ?? null];
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }];
  });
}
