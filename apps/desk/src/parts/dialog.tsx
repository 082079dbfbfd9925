import type { ComponentChildren, RefObject } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../texts/texts.js';
import { Icon } from './icon.js';

/** A modal of the browser: it keeps the focus, closes by Escape and gives the focus back. */
export function Dialog(props: {
  dialog: RefObject<HTMLDialogElement>;
  title: string;
  onClose?: () => void;
  children: ComponentChildren;
}) {
  const id = useId();
  return (
    <dialog ref={props.dialog} aria-labelledby={id} onClose={props.onClose}>
      <header>
        <h2 id={id}>{props.title}</h2>
        <button type="button" class="quiet" aria-label={t('dialog.close')} onClick={() => props.dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      {props.children}
    </dialog>
  );
}
