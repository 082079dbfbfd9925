import { store } from '../store.js';
import { t } from '../texts/texts.js';
import { textOf } from './trouble.js';

interface Toast {
  id: number;
  text: string;
  undo?: (() => void) | undefined;
}

/** How long something can be undone, in ms: what the API can not take back is not sent before. */
const UNDO = 10_000;
const SHOWN = 6_000;

const toasts = store<readonly Toast[]>([]);
let last = 0;

const remove = (id: number) => toasts.set(toasts.get().filter((one) => one.id !== id));

/** Shows a text for some seconds. @param undo takes back what it reports */
export function say(text: string, undo?: () => unknown): void {
  const id = ++last;
  const end = () => {
    clearTimeout(timer);
    remove(id);
  };
  const timer = setTimeout(end, undo ? UNDO : SHOWN);
  const undone = () => {
    end();
    undo?.();
  };
  toasts.set([...toasts.get(), { id, text, undo: undo && undone }]);
}

/** Shows the error of what was begun without a place of its own for it. */
export function sayTrouble(error: unknown): void {
  say(textOf(error));
}

/** Does something in ten seconds, unless it is taken back before; leaving the desk meanwhile asks first. */
export function later(text: string, work: () => Promise<unknown>, takenBack?: () => void): void {
  const held = (event: BeforeUnloadEvent) => event.preventDefault();
  const timer = setTimeout(() => {
    removeEventListener('beforeunload', held);
    work().catch(sayTrouble);
  }, UNDO);
  addEventListener('beforeunload', held);
  say(text, () => {
    clearTimeout(timer);
    removeEventListener('beforeunload', held);
    takenBack?.();
  });
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
