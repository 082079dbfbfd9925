import { useRef } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { LanguageList } from '../parts/language-list.js';
import { useWaiting } from '../queue/queue.js';
import type { DeskRoute } from '../routes.js';
import { session, signOut } from '../session/session.js';
import { named, t } from '../texts/texts.js';

/**
 * The account, the language, and signing out; finds waiting on this device are named before.
 * @param routes the views that a phone's navigation has no room for
 */
export function Account({ routes }: { routes: readonly DeskRoute[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const now = session.use();
  const waiting = useWaiting();
  if (now.kind !== 'in' && now.kind !== 'offline') return null;
  const { user, group } = now.me;
  return (
    <>
      <button type="button" class="account" onClick={() => dialog.current?.showModal()}>
        <Icon name="person" />
        <span>{user?.username}</span>
      </button>
      <Dialog dialog={dialog} title={user?.username ?? ''}>
        <p>
          {group.name} · {named('role', user?.userRole ?? '')}
        </p>
        <ul class="elsewhere">
          {routes.map(({ path, nav }) => (
            <li key={path}>
              <Link href={path} onClick={() => dialog.current?.close()}>
                <Icon name={nav!.icon} /> {t(nav!.text)}
              </Link>
            </li>
          ))}
        </ul>
        <LanguageList />
        {waiting.length > 0 && <p class="notice">{t('account.waiting', { count: waiting.length })}</p>}
        <button type="button" class="wide" onClick={() => void signOut()}>
          {t('account.signOut')}
        </button>
      </Dialog>
    </>
  );
}
