import type { Commit, StoredEvent, Subject } from '#platform/event-store';

/** The kinds of record that changes are listed of (decisions.md, section 10, Changes): empty until the service hands them in. */
export const SUBJECTS: string[] = [];

/** Adds the kinds of record of the service. Documents and checks of requests read the list when it is used. */
export function addChangeSubjects(names: readonly string[]): void {
  SUBJECTS.push(...names);
}

export const CHANGES = ['created', 'updated', 'status', 'deleted', 'anonymized'] as const;

/** Effects of one commit on one record: names of fields, no values. */
export interface Change {
  groupID: number;
  subject: string;
  id: number;
  locationID: string;
  change: (typeof CHANGES)[number];
  status: string;
  fields: readonly string[];
  /** ISO 8601, UTC. */
  changedAt: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Said by every change of a record, or by none. */
const LEFT_OUT: readonly string[] = ['ID', 'createdAt', 'updatedAt'];

/** The fields of a record, as its events last stated them. */
export function knownFields(fields: Fields, event: StoredEvent, { changes }: Subject): Fields {
  return { ...fields, ...changes.stated(event) };
}

/** The effects of a commit. A personal field counts as changed by each event that has it, since each seals it again. */
export function changeOf({ stream, before, events }: Commit, subject: Subject): Change {
  const was = before ?? {};
  const is = events.reduce((fields, event) => knownFields(fields, event, subject), was);
  if (typeof is.locationID !== 'string' || typeof is.status !== 'string') throw new Error('Its Location or status is not known.');
  const changed = (field: string) => JSON.stringify(is[field]) !== JSON.stringify(was[field]);
  const change = kindOf(is, before === null, changed);
  const isNamed = (field: string) => !LEFT_OUT.includes(field) && changed(field);
  return {
    groupID: stream.groupID,
    subject: stream.type,
    id: stream.id,
    locationID: is.locationID,
    change,
    status: is.status,
    fields: change === 'updated' || change === 'status' ? subject.changes.shown.filter(isNamed) : [],
    changedAt: events.at(-1)!.at,
  };
}

function kindOf({ status }: Fields, isNew: boolean, changed: (field: string) => boolean): Change['change'] {
  if (changed('status') && status === 'deleted') return 'deleted';
  if (changed('erased')) return 'anonymized';
  if (isNew) return 'created';
  return changed('status') ? 'status' : 'updated';
}
