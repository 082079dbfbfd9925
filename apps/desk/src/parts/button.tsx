import type { ComponentProps } from 'preact';
import { start } from './press.js';

/** A button: its work begins once however often it is pressed meanwhile. @param props.onClick what it does, and a promise of its end */
export function Button({ onClick, ...props }: Omit<ComponentProps<'button'>, 'onClick'> & { onClick?: () => unknown }) {
  return <button type="button" {...props} onClick={onClick && (({ currentTarget }) => start(currentTarget, onClick))} />;
}
