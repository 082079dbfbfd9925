import type { ComponentProps, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { type Code, signOf } from '../data/codes.js';
import { Field } from './field.js';
import { Scan } from './scan.js';

/** How long a scanner that is a keyboard takes from key to key, at most, in ms: nobody types as fast. */
export const FAST = 40;

/**
 * A field for a code, which is typed, or read by the camera or by a scanner that types it and Enter, or the tabulator.
 * @param props.children what came of the last one, where several are read one after the other
 */
export function CodeInput({
  field,
  label,
  path,
  onRead,
  children,
  ...props
}: ComponentProps<'input'> & {
  field: RefObject<HTMLInputElement>;
  label?: string;
  path?: string;
  onRead: (code: Code) => unknown;
}) {
  const typed = useRef({ text: '', first: 0, keys: 0 });
  const pressed = (event: KeyboardEvent) => {
    // Keys of an input method, whose Enter takes what it proposes; Safari tells them by this code alone.
    if (event.isComposing || event.keyCode === 229) return;
    const { value } = field.current!;
    if (value === '') typed.current = { text: '', first: event.timeStamp, keys: 0 };
    const now = typed.current;
    const isScanned = now.keys > 1 && event.timeStamp - now.first < now.keys * FAST;
    if (event.key !== 'Enter' && !(event.key === 'Tab' && isScanned)) {
      now.text += signOf(event) ?? '';
      now.keys += 1;
      return;
    }
    event.preventDefault();
    onRead({ text: value, typed: now.text, isScanned });
  };
  const input = <input ref={field} onKeyDown={pressed} {...props} />;
  return (
    <div class="beside">
      {label ? (
        <Field label={label} path={path}>
          {input}
        </Field>
      ) : (
        input
      )}
      <Scan onRead={(text) => onRead({ text, typed: text, isScanned: true })}>{children}</Scan>
    </div>
  );
}
