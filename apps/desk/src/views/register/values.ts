import { useRef, useState } from 'preact/hooks';
import type { NewItemRequest } from '#client';
import { newKey } from '../../device/browser.js';
import { changing } from '../../parts/depends.js';
import type { Pictured } from '../../parts/pictogram.js';
import { draftKey, draftOf, writeDraft } from '../../session/drafts.js';

/** The values that are entered of a find. */
export interface Values {
  thing?: Pictured;
  words?: string;
  locationID?: string | undefined;
  location?: string;
  owner?: NewItemRequest['owner'];
  /** That of the owner. */
  languageID?: number | undefined;
  storagePlaceID?: string;
  color?: string;
  brand?: string;
  hiddenMark?: string;
  handling?: string;
  foundBy?: string;
  photos?: readonly Blob[];
}
export type SetValues = (change: Partial<Values>) => void;

/**
 * The values of the find that is being entered, as they were before another view or a reload, and its Idempotency-Key, which is made
 * once for it.
 */
export function useValues() {
  const draft = useRef(draftKey('register')).current;
  const key = useRef(newKey());
  const [values, setValues] = useState<Values>(() => draftOf(draft) ?? {});
  const set: SetValues = (change) =>
    setValues((before) => {
      const next = changing(before, change);
      const { locationID: _here, ...typed } = next;
      const isTyped = Object.values(typed).some((value) => (Array.isArray(value) ? value.length > 0 : value));
      writeDraft(draft, isTyped ? { ...next } : undefined);
      return next;
    });
  /** After it was saved: the next one is found in the same place. */
  const clear = () => {
    key.current = newKey();
    const { locationID, location } = values;
    setValues({ locationID, location });
    writeDraft(draft);
  };
  return { values, set, clear, key: key.current };
}
