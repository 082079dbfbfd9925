import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { signOf } from '../data/codes.js';
import { useHere } from '../data/here.js';
import { pageOfCode } from '../data/open-code.js';
import { FAST } from '../parts/code-input.js';
import { Dialog } from '../parts/dialog.js';
import { start } from '../parts/press.js';
import { type TextKey, t } from '../texts/texts.js';
import type { DeskRoute } from './routes.js';

/** The keys that lead to views, as the help names them. */
const HELP: Record<string, TextKey> = { '/': 'help.find', n: 'help.register' };

/** The sign of a key whatever its script: those of Greek, Arabic and others stand for the key's own on an American keyboard. */
function keyOf(event: KeyboardEvent): string | undefined {
  return /^[\u0370-\uffff]$/.test(event.key) ? signOf(event) : event.shiftKey ? event.key : event.key.toLowerCase();
}

/**
 * The keys of the whole desk: `/` finds, `n` registers, `?` helps, where the person has the view; and what a scanner types where no field
 * is. @returns the dialog of help
 */
export function useShortcuts(routes: readonly DeskRoute[]): RefObject<HTMLDialogElement> {
  const help = useRef<HTMLDialogElement>(null);
  const [path, go] = useLocation();
  const [here] = useHere();
  const typed = useRef({ text: '', signs: '', at: 0 }).current;
  const isPath = (one: string) => routes.some((route) => route.path === one);
  /** The code of a scanner: its signs come faster than from a hand, and none behind its first is a shortcut. */
  const scanned = (event: KeyboardEvent): boolean => {
    if (event.timeStamp - typed.at > FAST) Object.assign(typed, { text: '', signs: '' });
    typed.at = event.timeStamp;
    const { text, signs } = typed;
    if (event.key.length === 1) Object.assign(typed, { text: text + event.key, signs: signs + (signOf(event) ?? '') });
    if (text.length > 1 && (event.key === 'Enter' || event.key === 'Tab') && isPath('/find')) {
      event.preventDefault();
      Object.assign(typed, { text: '', signs: '' });
      const open = async () =>
        go((await pageOfCode({ text, typed: signs, isScanned: true }, here)) ?? `/find?${new URLSearchParams({ q: text })}`);
      start(typed, open, text);
    }
    return text !== '';
  };
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      if (scanned(event) || event.repeat) return;
      const key = keyOf(event);
      const field = document.querySelector<HTMLInputElement>('#find');
      const to = routes.find(({ nav }) => nav?.shortcut === key)?.path;
      if (key === '/' && field) field.focus();
      else if (to && to !== path) go(to);
      else if (key === '?') help.current?.showModal();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
  // Back leads from the help too.
  useLayoutEffect(() => help.current?.close(), [path]);
  return help;
}

export function Help({ dialog, routes }: { dialog: RefObject<HTMLDialogElement>; routes: readonly DeskRoute[] }) {
  const keys = Object.entries(HELP).filter(([key]) => routes.some(({ nav }) => nav?.shortcut === key));
  return (
    <Dialog dialog={dialog} title={t('help.title')}>
      <dl class="keys">
        {[...keys, ['?', 'help.help'] as const].map(([key, text]) => [
          <dt key={key}>
            <kbd>{key}</kbd>
          </dt>,
          <dd key={`${key} text`}>{t(text)}</dd>,
        ])}
      </dl>
    </Dialog>
  );
}
