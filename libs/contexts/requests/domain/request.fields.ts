import { ANONYMIZED, fieldsOf, open, sealed, type ValuesOf } from '#contexts/records/domain';

/** The guest who lost something: every key is always present. */
export interface Guest {
  name: string | null;
  email: string | null;
  phoneNumber: string | null;
}

const UNKNOWN_GUEST: Guest = { name: null, email: null, phoneNumber: null };

/** The fields that a Request is made with. */
const MADE_WITH = {
  /** The integration's own key (decisions.md, section 10). */
  externalID: sealed<string | null>(null),
  request: sealed('', ANONYMIZED),
  location: sealed<string | null>(null),
  /** `YYYY-MM-DD` */
  departuredDate: open<string | null>(null),
  colors: open<string[]>([]),
  categories: open<string[]>([]),
  imageUrl: sealed<string | null>(null),
  languageID: open<number | null>(null),
  /** The column and records have it as `owner`. */
  guest: sealed(UNKNOWN_GUEST),
};

/** The fields of a Request, each once: its column is in `request.entity.ts`, how it is given and judged in `request.requests.ts`. */
export const REQUEST_FIELDS = {
  ...MADE_WITH,
  /** For staff. */
  internalNotes: sealed<string | null>(null),
  /** The user who sees to it. */
  assignedTo: open<number | null>(null),
};

export type MadeWith = ValuesOf<typeof MADE_WITH>;

/** The fields of a Request that can be changed. */
export type RequestFields = ValuesOf<typeof REQUEST_FIELDS>;

export const madeWith = fieldsOf(MADE_WITH);

/** Their defaults, and those that are sealed and erased. */
export const requestFields = fieldsOf(REQUEST_FIELDS);
