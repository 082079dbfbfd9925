import type { Commit, StoredEvent } from '#platform/event-store';

/** The kinds of record whose changes are listed (decisions.md, section 10, Changes). */
export const SUBJECTS = ['item', 'request', 'location'] as const;
export type Subject = (typeof SUBJECTS)[number];

export const CHANGES = ['created', 'updated', 'status', 'deleted', 'anonymized'] as const;

/** What one commit did to one record: names of fields, no values. */
export interface Change {
  groupID: number;
  subject: Subject;
  id: number;
  locationID: string;
  change: (typeof CHANGES)[number];
  status: string;
  fields: readonly string[];
  /** ISO 8601, UTC. */
  changedAt: string;
}

/** The fields of each kind's record, by the names of the API. */
export type ShownFields = Readonly<Record<Subject, readonly string[]>>;

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a record, as its events last stated them. The shape names `READERS`; a spec says what it is. */
export const KNOWN_FIELDS = {
  shape: 'ece2c3ede0fc',
  fold: (fields: Fields, event: StoredEvent, type: string): Fields => ({ ...fields, ...READERS[type as Subject](event) }),
};

/** A personal field is sealed again with each event that has it: there only its name is told from what it was. */
export function changeOf({ stream, before, events }: Commit, shown: ShownFields): Change {
  const subject = stream.type as Subject;
  const was = before ?? {};
  const is = events.reduce((fields, event) => KNOWN_FIELDS.fold(fields, event, subject), was);
  if (typeof is.locationID !== 'string' || typeof is.status !== 'string') throw new Error('Its Location or status is not known.');
  const changed = (field: string) => JSON.stringify(is[field]) !== JSON.stringify(was[field]);
  const change = kindOf(is, before === null, changed);
  return {
    groupID: stream.groupID,
    subject,
    id: stream.id,
    locationID: is.locationID,
    change,
    status: is.status,
    fields: change === 'updated' || change === 'status' ? shown[subject].filter(changed) : [],
    changedAt: events.at(-1)!.at,
  };
}

function kindOf({ status }: Fields, isNew: boolean, changed: (field: string) => boolean): Change['change'] {
  if (changed('status') && status === 'deleted') return 'deleted';
  if (changed('erased')) return 'anonymized';
  if (isNew) return 'created';
  return changed('status') ? 'status' : 'updated';
}

/** The fields that an event states, by the names of the API. */
const READERS: Record<Subject, (event: StoredEvent) => Fields> = {
  item({ type, data }) {
    if (type === 'PersonalDataErased') return { erased: true };
    return type === 'ItemUnmatched' ? { ...data, requestID: null } : data;
  },
  request({ type, data }) {
    if (type === 'PersonalDataErased') return { erased: true };
    const { question, guest, ...stated } = data;
    const resolved = { resolved: data.status === 'resolved' };
    if (type === 'RequestMade') return { ...stated, ...resolved, owner: guest };
    return { ...stated, ...resolved, ...((question ?? guest) ? { askForDetails: question ?? guest } : {}) };
  },
  location({ type, data }) {
    if (type === 'PersonalDataErased') return { contactDetails: 'erased' };
    if (type === 'LocationDeactivated') return { active: false, status: 'deactivated' };
    if (type === 'LocationCreated' || type === 'LocationReactivated') return { ...data, active: true, status: 'active' };
    return data;
  },
};
