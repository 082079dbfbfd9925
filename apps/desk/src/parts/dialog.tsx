import type { ComponentChildren, RefObject } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../texts/texts.js';
import { Button } from './button.js';
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
        <Button class="quiet" aria-label={t('dialog.close')} onClick={() => props.dialog.current?.close()}>
          <Icon name="close" />
        </Button>
      </header>
      {props.children}
    </dialog>
  );
}

/**
 * A button that opens a dialog.
 * @param props.children renders the content each time the dialog opens; gets what closes it
 * @param props.isOpen at once
 */
export function DialogButton(props: {
  text: ComponentChildren;
  title: string;
  class?: string | undefined;
  isOpen?: boolean | undefined;
  children: (close: () => void) => ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(props.isOpen ?? false);
  // Before the next key comes: a letter that is meant for its field is no shortcut.
  useLayoutEffect(() => {
    if (!isOpen) return;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [isOpen]);
  return (
    <>
      <Button class={props.class} title={typeof props.text === 'string' ? undefined : props.title} onClick={() => setOpen(true)}>
        {props.text}
      </Button>
      {isOpen && (
        <Dialog dialog={dialog} title={props.title} onClose={() => setOpen(false)}>
          {props.children(() => dialog.current?.close())}
        </Dialog>
      )}
    </>
  );
}
