import { Link } from 'wouter-preact';
import { Button } from '../parts/button.js';
import { DialogButton } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { LanguageList } from '../parts/language-list.js';
import { useDeeds, useWaiting } from '../queue/state.js';
import { session, signOut } from '../session/session.js';
import { named, t } from '../texts/texts.js';
import type { DeskRoute } from './routes.js';

/** Put in when the desk is built: what to name when something is reported. */
declare const RELEASE: string;

/**
 * The account, the language, and signing out; finds waiting on this device are named before.
 * @param routes the views that a phone's navigation has no room for
 * @param help shows the keys
 */
export function Account({ routes, help }: { routes: readonly DeskRoute[]; help: () => void }) {
  const now = session.use();
  const waiting = useWaiting();
  const deeds = useDeeds();
  if (now.kind !== 'in' && now.kind !== 'offline') return null;
  const { user, group } = now.me;
  const button = (
    <>
      <Icon name="person" />
      <span class="short">{t('register.more')}</span>
      <span class="name">{user?.username}</span>
    </>
  );
  return (
    <DialogButton text={button} title={user?.username ?? ''} class="account">
      {(close) => (
        <>
          <p class="under-title">
            {group.name} · {named('role', user?.userRole ?? '')}
          </p>
          <p class="elsewhere">
            {routes.map(({ path, nav }) => (
              <Link key={path} class="button" href={path} onClick={close}>
                <Icon name={nav!.icon} /> {t(nav!.text)}
              </Link>
            ))}
          </p>
          <LanguageList />
          {!('serviceWorker' in navigator) && <p class="notice">{t(isSecureContext ? 'frame.noWorker' : 'frame.insecure')}</p>}
          {waiting.length > 0 && <p class="notice">{t('account.waiting', { count: waiting.length })}</p>}
          {deeds.length > 0 && <p class="notice">{t('deed.text', { count: deeds.length })}</p>}
          <div class="buttons">
            <Button
              onClick={() => {
                close();
                help();
              }}
            >
              {t('help.title')} <kbd>?</kbd>
            </Button>
            <Button onClick={signOut}>{t('account.signOut')}</Button>
          </div>
          <p class="release">Lost and Found {RELEASE}</p>
        </>
      )}
    </DialogButton>
  );
}
