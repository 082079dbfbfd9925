import { QueryClient, QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { App } from './app.js';
import { isOffline } from './session/problem.js';
import { start } from './session/session.js';
import './style/index.css';
import { chooseLanguage } from './texts/texts.js';

const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: (count, error) => isOffline(error) && count < 2, refetchOnWindowFocus: true },
  },
});

await chooseLanguage();
start(queries);
render(
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>,
  document.getElementById('desk')!,
);
if ('serviceWorker' in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register('/desk/service-worker.js', { scope: '/desk' });
