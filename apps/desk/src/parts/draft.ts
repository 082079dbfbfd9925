import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { draftKey, draftOf, writeDraft } from '../session/drafts.js';

type Values = Record<string, string[]>;

/** The values of a form, by the names of its fields; no files. */
function valuesIn(form: HTMLFormElement): Values {
  const given = new FormData(form);
  const texts = (name: string) => given.getAll(name).filter((one) => typeof one === 'string');
  const names = [...form.elements].map((one) => (one as HTMLInputElement).name).filter(Boolean);
  return Object.fromEntries(names.map((name) => [name, texts(name)]));
}

/** Puts an earlier value into a field. @returns whether the field has it now: a list may not have its options yet */
function fill(field: Element, values: readonly string[]): boolean {
  const one = field as HTMLInputElement;
  if (one.type === 'file') return true;
  if (one.type === 'checkbox' || one.type === 'radio') one.checked = values.includes(one.value);
  else one.value = values[0] ?? '';
  for (const kind of ['input', 'change']) one.dispatchEvent(new Event(kind, { bubbles: true }));
  return one.type === 'checkbox' || one.type === 'radio' || one.value === (values[0] ?? '');
}

/**
 * Keeps what is typed into a form until it is sent, and puts it back where the form is shown again: after another view, a reload, a new
 * session or language.
 */
export function useDraft(form: RefObject<HTMLFormElement>, name: string | undefined) {
  const [isRestored, setRestored] = useState(false);
  const key = useRef(name && draftKey(name)).current;
  const first = useRef<Values>({});
  const missing = useRef<Values>({});
  useLayoutEffect(() => {
    const shown = form.current;
    if (!key || !shown) return;
    first.current = valuesIn(shown);
    missing.current = { ...(draftOf(key) as Values | undefined) };
    setRestored(Object.keys(missing.current).length > 0);
    const restore = () => {
      for (const [field, values] of Object.entries(missing.current)) {
        const fields = [...shown.elements].filter((one) => (one as HTMLInputElement).name === field);
        if (fields.length === 0) continue;
        const wanted = missing.current[field]!;
        delete missing.current[field];
        if (!fields.map((one) => fill(one, values)).every(Boolean)) missing.current[field] = wanted;
      }
    };
    restore();
    const late = new MutationObserver(restore);
    late.observe(shown, { childList: true, subtree: true });
    return () => late.disconnect();
  }, [form, key]);

  const forget = () => {
    missing.current = {};
    setRestored(false);
    if (key) writeDraft(key);
  };
  return {
    isRestored,
    forget,
    write() {
      if (!key || !form.current) return;
      const entered = Object.entries({ ...valuesIn(form.current), ...missing.current });
      const typed = entered.filter(([field, values]) => String(values) !== String(first.current[field] ?? []));
      writeDraft(key, typed.length > 0 ? Object.fromEntries(typed) : undefined);
    },
    drop() {
      for (const [field, values] of Object.entries(first.current)) {
        for (const one of form.current?.elements ?? []) if ((one as HTMLInputElement).name === field) fill(one, values);
      }
      forget();
    },
  };
}
