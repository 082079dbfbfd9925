import { Kept, work } from '../device/kept.js';
import { now } from './clock.js';

/** Words typed in a form and not sent yet. */
interface Draft {
  userID: number;
  at: string;
  values: Record<string, unknown>;
}

const drafts = new Kept<Draft>(work, 'drafts');

/** How long a draft is kept, in ms. */
const KEPT = 7 * 24 * 60 * 60 * 1000;

/** The drafts of the person who is signed in, by form and address. */
const own = new Map<string, Record<string, unknown>>();
let userID: number | undefined;

/** Reads the drafts of a person; those of others, and old ones, are forgotten. */
export async function loadDrafts(person: number | undefined): Promise<void> {
  if (userID === person) return;
  userID = person;
  own.clear();
  for (const [key, draft] of await drafts.all()) {
    if (draft.userID === person && now().getTime() - Date.parse(draft.at) < KEPT) own.set(key, draft.values);
    else await drafts.change(key, () => undefined);
  }
}

export async function forgetDrafts(): Promise<void> {
  userID = undefined;
  own.clear();
  for (const key of (await drafts.all()).keys()) await drafts.change(key, () => undefined);
}

/** The key of what is typed at one address of the desk into the form of this name. */
export const draftKey = (form: string): string => `${location.pathname} ${form}`;
export const draftOf = (key: string): Record<string, unknown> | undefined => own.get(key);

/** @param values none where nothing is left to be sent */
export function writeDraft(key: string, values?: Record<string, unknown>): void {
  if (userID === undefined || (!values && !own.has(key))) return;
  if (values) own.set(key, values);
  else own.delete(key);
  const draft = values && { userID, at: now().toISOString(), values };
  void drafts.change(key, () => draft);
}
