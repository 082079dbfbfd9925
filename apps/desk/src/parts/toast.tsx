import { store } from '../store.js';
import { t } from '../texts/texts.js';
import { textOf } from './trouble.js';

interface Toast {
  id: number;
  text: string;
  undo?: () => void;
}

/** How long something can be undone, in ms: nothing is sent before. */
const UNDO = 10_000;
const SHOWN = 6_000;

const toasts = store<readonly Toast[]>([]);
let last = 0;

function add(toast: Omit<Toast, 'id'>): number {
  last += 1;
  toasts.set([...toasts.get(), { ...toast, id: last }]);
  return last;
}

const remove = (id: number) => toasts.set(toasts.get().filter((one) => one.id !== id));

/** Says something for some seconds. */
export function say(text: string): void {
  const id = add({ text });
  setTimeout(() => remove(id), SHOWN);
}

/** Does something in ten seconds, unless it is taken back before; leaving the desk meanwhile asks first. */
export function later(text: string, work: () => Promise<unknown>): void {
  const held = (event: BeforeUnloadEvent) => event.preventDefault();
  const end = () => {
    clearTimeout(timer);
    remove(id);
    removeEventListener('beforeunload', held);
  };
  const timer = setTimeout(() => {
    end();
    work().catch((error: unknown) => say(textOf(error)));
  }, UNDO);
  addEventListener('beforeunload', held);
  const id = add({ text, undo: end });
}

export function Toasts() {
  const shown = toasts.use();
  return (
    <div class="toasts" role="status">
      {shown.map(({ id, text, undo }) => (
        <p key={id}>
          {text}
          {undo && (
            <button type="button" onClick={undo}>
              {t('toast.undo')}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}
