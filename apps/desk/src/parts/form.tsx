import { type ComponentChildren, createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { Problem } from '../session/problem.js';
import { Trouble, wrongText } from './trouble.js';

const Refusal = createContext<unknown>(null);

/**
 * A form that is sent once at a time. What was refused stands at its top, and below the fields concerned.
 * @param props.send gets what was entered; @throws Problem
 * @param props.isReset whether it is empty again once it was sent
 */
export function Form(props: {
  send: (given: FormData) => Promise<unknown>;
  isReset?: boolean;
  class?: string;
  children: ComponentChildren;
}) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await props.send(new FormData(form));
      if (props.isReset) form.reset();
    } catch (cause) {
      setError(cause);
    }
    setBusy(false);
  }
  return (
    <form class={props.class} onSubmit={submit} aria-busy={isBusy}>
      <Trouble error={error} />
      <Refusal.Provider value={error}>{props.children}</Refusal.Provider>
    </form>
  );
}

/** The error of the field with this path in the surrounding form. */
export function useWrong(path: string | undefined): string | undefined {
  const error = useContext(Refusal);
  const found = error instanceof Problem && error.fields.find(({ field }) => field === path);
  return found ? wrongText(found) : undefined;
}

/** The text that was entered, or null. */
export function textIn(given: FormData, name: string): string | null {
  return String(given.get(name) ?? '').trim() || null;
}
