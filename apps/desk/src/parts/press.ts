import { sayTrouble } from './trouble.js';

/** How long a second press of a finger comes after the first, or after what the first has shown, in ms; how near, in pixels. */
const [SOON, NEAR] = [400, 30];
/** How long what a press has begun may take to show something, in ms. */
const SHOWS = 3_000;

/** Elements that can be pressed. */
const CONTROL = 'button, a, label, summary, input, select, textarea';

const busy = new WeakSet<object>();

/** The last work of a control, and when that ended. */
const ended = new WeakMap<object, { content: string; at: number }>();

/**
 * Begins the work of a control, once at a time: pressed again before it has ended, or with the same double press, it does nothing. A
 * failure is said. @param content what it does: another thing is no double press
 */
export function start(control: object, work: () => unknown, content = ''): void {
  const last = ended.get(control);
  const isAgain = last?.content === content && performance.now() - last.at < SOON;
  if (busy.has(control) || isAgain) return;
  const begun = work();
  if (!(begun instanceof Promise)) return;
  busy.add(control);
  void begun.catch(sayTrouble).then(() => {
    busy.delete(control);
    ended.set(control, { content, at: performance.now() });
  });
}

let last: { control: Element | null; at: number; x: number; y: number } | null = null;
let shownAt = 0;

/** Swallows the second press of a finger, or of a key, that would meet another control, which the first has brought there. */
function pressed(event: MouseEvent): void {
  // Presses that a label passes on to its field, and those of a script.
  if (!event.isTrusted || !(event.target instanceof Element)) return;
  const control = event.target.closest(CONTROL);
  const { timeStamp: at, clientX: x, clientY: y } = event;
  const isSame = last && (control === last.control || control?.contains(last.control) || last.control?.contains(control));
  if (last && control && !isSame && Math.hypot(x - last.x, y - last.y) < NEAR && at - last.at < SHOWS) {
    const since = Math.max(last.at, shownAt);
    if (at - since < SOON) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
  }
  last = { control, at, x, y };
}

function keyPressed(event: KeyboardEvent): void {
  const isTyped = event.target instanceof HTMLTextAreaElement;
  if (event.key !== 'Enter' && event.key !== ' ') last = null;
  else if (event.repeat && !(isTyped || (event.key === ' ' && event.target instanceof HTMLInputElement))) event.preventDefault();
}

/** Takes out tabs, pasted from a spreadsheet: a field of one line shows them as spaces, and the service refuses them. */
function typed({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || target.type === 'file' || !/[\t\v\f]/.test(target.value)) return;
  target.value = target.value.replace(/[\t\v\f]+/g, ' ');
}

/** Watches over all controls of the desk. */
export function watchPresses(root: Element): void {
  addEventListener('input', typed, { capture: true });
  addEventListener('click', pressed, { capture: true });
  addEventListener('keydown', keyPressed, { capture: true });
  new MutationObserver(() => {
    shownAt = performance.now();
  }).observe(root, { childList: true, subtree: true });
}
