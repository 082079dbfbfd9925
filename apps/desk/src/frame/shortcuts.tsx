import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { Dialog } from '../parts/dialog.js';
import { t } from '../texts/texts.js';

/** The keys of the whole desk: `/` finds, `n` registers, `?` helps. @returns the dialog of help */
export function useShortcuts(): RefObject<HTMLDialogElement> {
  const help = useRef<HTMLDialogElement>(null);
  const [, go] = useLocation();
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      if (event.key === '/') {
        const field = document.querySelector<HTMLInputElement>('#find');
        if (field) field.focus();
        else go('/find');
      } else if (event.key === 'n') go('/register');
      else if (event.key === '?') help.current?.showModal();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [go]);
  return help;
}

export function Help({ dialog }: { dialog: RefObject<HTMLDialogElement> }) {
  return (
    <Dialog dialog={dialog} title={t('help.title')}>
      <dl class="keys">
        <dt>
          <kbd>/</kbd>
        </dt>
        <dd>{t('help.find')}</dd>
        <dt>
          <kbd>n</kbd>
        </dt>
        <dd>{t('help.register')}</dd>
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>{t('help.help')}</dd>
      </dl>
    </Dialog>
  );
}
