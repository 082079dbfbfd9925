import { store } from '../device/store.js';

interface Toast {
  id: number;
  text: string;
  undo?: (() => unknown) | undefined;
}

/** How long something can be undone, in ms: what the API can not take back is not sent before. */
export const UNDO = 10_000;
const SHOWN = 6_000;

export const toasts = store<readonly Toast[]>([]);
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
    return undo?.();
  };
  toasts.set([...toasts.get(), { id, text, undo: undo && undone }]);
}
