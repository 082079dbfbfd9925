import { QueryClient, QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { App } from './app.js';
import { watchFiles } from './parts/given-files.js';
import { watchPresses } from './parts/press.js';
import { sayTrouble } from './parts/trouble.js';
import { onRecorded } from './queue/state.js';
import { isOffline } from './session/problem.js';
import { start } from './session/session.js';
import './style/index.css';
import { chooseLanguage } from './texts/texts.js';

const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: (count, error) => isOffline(error) && count < 2, refetchOnWindowFocus: true },
  },
});

// Nothing that goes wrong is unheard.
addEventListener('unhandledrejection', ({ reason }) => sayTrouble(reason));
addEventListener('error', ({ error }) => sayTrouble(error));
onRecorded(() => void queries.invalidateQueries());
const root = document.getElementById('desk')!;
watchPresses(root);
watchFiles();

await chooseLanguage();
start(queries).catch(sayTrouble);
render(
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>,
  root,
);
if ('serviceWorker' in navigator && import.meta.env.PROD)
  navigator.serviceWorker.register('/desk/service-worker.js', { scope: '/desk' }).catch(() => undefined);
