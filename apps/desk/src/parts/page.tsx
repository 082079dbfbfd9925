import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { t } from '../texts/texts.js';
import { Button } from './button.js';
import { Icon } from './icon.js';

/** A view: its heading is the title of the window, and has the focus when the view is new, unless a field of it has. */
export function Page(props: {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
  wide?: boolean;
  back?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [, go] = useLocation();
  // With the view itself, not after the next picture: title and heading are never of two views.
  useLayoutEffect(() => {
    document.title = `${props.title} · ${t('frame.name')}`;
  }, [props.title]);
  useLayoutEffect(() => {
    const isInside = heading.current?.closest('main')?.contains(document.activeElement);
    if (!isInside) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main id="main" class={props.wide ? 'wide' : undefined}>
      <header class={props.back && props.actions ? 'heading below' : 'heading'}>
        {props.back && (
          <Button
            class="quiet"
            aria-label={t('frame.back')}
            onClick={async () => (history.length > 1 ? history.back() : go('/'))}
          >
            <Icon name="back" />
          </Button>
        )}
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{props.title}</bdi>
        </h1>
        {props.actions}
      </header>
      {props.children}
    </main>
  );
}
