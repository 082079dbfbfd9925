import { useErrorBoundary } from 'preact/hooks';
import { Route, Router, Switch } from 'wouter-preact';
import { Frame } from './frame/frame.js';
import { ROUTES } from './frame/routes.js';
import { Page } from './parts/page.js';
import { Toasts } from './parts/toast.js';
import { Trouble } from './parts/trouble.js';
import { may, session } from './session/session.js';
import { t, useLanguage } from './texts/texts.js';
import { SignIn } from './views/sign-in/sign-in.js';

/** The desk, and what it has to say above every view. */
export function App() {
  return (
    <>
      <Views />
      <Toasts />
    </>
  );
}

/** Signed out one page, else the frame with the view of the address. */
function Views() {
  const now = session.use();
  const language = useLanguage();
  const [error] = useErrorBoundary();
  if (error) return <Trouble error={error} />;
  if (now.kind === 'starting') return <main class="starting" aria-busy="true" />;
  if (now.kind === 'out') return <SignIn key={language} expired={now.expired} />;
  const offline = now.kind === 'offline';
  const allowed = ROUTES.filter((route) => (offline ? route.offline : may(route.capability)));
  const shown = allowed.filter((route, index) => allowed.findIndex(({ path }) => path === route.path) === index);
  return (
    <Router base="/desk" key={language}>
      <Frame routes={shown} offline={offline}>
        <Switch>
          {shown.map(({ path, view: View }) => (
            <Route key={path} path={path}>
              {(params) => <View key={JSON.stringify(params)} {...(params as Record<string, string>)} />}
            </Route>
          ))}
          <Route>
            <Page title={offline ? t('offline.title') : t('elsewhere.title')}>
              <p>{offline ? t('offline.text') : t('elsewhere.text')}</p>
            </Page>
          </Route>
        </Switch>
      </Frame>
    </Router>
  );
}
