import { type ComponentChildren, createContext } from 'preact';
import { useContext, useRef, useState } from 'preact/hooks';
import { Problem } from '../session/problem.js';
import { t } from '../texts/texts.js';
import { Button } from './button.js';
import { useDraft } from './draft.js';
import { start } from './press.js';
import { Trouble, wrongText } from './trouble.js';

const Refusal = createContext<unknown>(null);

/**
 * A form that is sent once at a time. A refusal stands at its top, and below the fields concerned. Typed values are kept until they are
 * sent, by the form's name and the address. @param props.name none where nothing is to be kept @param props.send gets what was entered;
 * @throws Problem @param props.isReset whether it is empty again once it was sent
 */
export function Form(props: {
  name?: string | undefined;
  send: (given: FormData) => Promise<unknown>;
  isReset?: boolean;
  class?: string;
  children: ComponentChildren;
}) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft(form, props.name);

  async function send() {
    setBusy(true);
    setError(null);
    try {
      await props.send(new FormData(form.current!));
      draft.forget();
      if (props.isReset) form.current?.reset();
    } catch (cause) {
      setError(cause);
    }
    setBusy(false);
  }

  return (
    <form
      ref={form}
      class={props.class}
      aria-busy={isBusy}
      onInput={draft.write}
      onSubmit={(event) => {
        event.preventDefault();
        start(event.currentTarget, send, JSON.stringify([...new FormData(event.currentTarget)]));
      }}
    >
      <Trouble error={error} />
      {draft.isRestored && (
        <p class="notice">
          {t('draft.restored')} <Button onClick={draft.drop}>{t('draft.drop')}</Button>
        </p>
      )}
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
