import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../texts/texts.js';
import { Icon } from './icon.js';

/** A view: its heading is the title of the window, and has the focus when the view is new. */
export function Page(props: {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
  wide?: boolean;
  back?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${props.title} · ${t('frame.name')}`;
  }, [props.title]);
  useEffect(() => {
    if (!document.activeElement || document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main id="main" class={props.wide ? 'wide' : undefined}>
      <header class="heading">
        {props.back && (
          <button type="button" class="quiet" aria-label={t('frame.back')} onClick={() => history.back()}>
            <Icon name="back" />
          </button>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {props.title}
        </h1>
        {props.actions}
      </header>
      {props.children}
    </main>
  );
}
