import type { ComponentChildren } from 'preact';
import { Link, useRoute } from 'wouter-preact';
import { Icon } from '../parts/icon.js';
import { Toasts } from '../parts/toast.js';
import type { DeskRoute } from '../routes.js';
import { t } from '../texts/texts.js';
import { Account } from './account.js';
import { Help, useShortcuts } from './shortcuts.js';

/** The navigation, at the side on a desktop and below on a phone, and the view in it. */
export function Frame(props: { routes: readonly DeskRoute[]; offline: boolean; children: ComponentChildren }) {
  const help = useShortcuts();
  return (
    <div class="frame">
      <a class="skip" href="#main">
        {t('frame.skip')}
      </a>
      <nav aria-label={t('frame.navigation')}>
        {props.routes.map(({ path, nav }) => nav && <NavLink key={path} path={path} {...nav} />)}
        <Account routes={props.routes.filter(({ nav }) => nav?.atDesk)} />
      </nav>
      <div class="view">
        {props.offline && (
          <p class="notice" role="status">
            {t('offline.notice')}
          </p>
        )}
        {props.children}
      </div>
      <Toasts />
      <Help dialog={help} />
    </div>
  );
}

function NavLink({ path, text, icon, atDesk }: { path: string } & NonNullable<DeskRoute['nav']>) {
  const [isHere] = useRoute(path === '/' ? '/' : `${path}/*?`);
  return (
    <Link href={path} aria-current={isHere ? 'page' : undefined} class={atDesk ? 'at-desk' : ''}>
      <Icon name={icon} />
      <span>{t(text)}</span>
    </Link>
  );
}
