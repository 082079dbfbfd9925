import { existsSync, readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** Writes the service worker, which holds what the desk is made of: without the network it starts from there. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  generateBundle(_options, bundle) {
    const files = Object.keys(bundle).filter((file) => file.startsWith('assets/'));
    const source = readFileSync(new URL('./src/service-worker.js', import.meta.url), 'utf8');
    this.emitFile({
      type: 'asset',
      fileName: 'service-worker.js',
      source: source.replace('[/* files */]', JSON.stringify(files)),
    });
  },
};

/** The service beside which `npx vite apps/desk` runs. */
const SERVICE = process.env.SERVICE_URL ?? 'http://127.0.0.1:3000';

/** The release that scripts/build.mjs says is built; beside a running service nothing is. */
const BUILT = new URL('../../dist/release.json', import.meta.url);
const { version, commit } = existsSync(BUILT) ? JSON.parse(readFileSync(BUILT, 'utf8')) : { version: '', commit: null };

export default defineConfig({
  define: { RELEASE: JSON.stringify([version, commit?.slice(0, 8)].filter(Boolean).join(' · ')) },
  root: new URL('.', import.meta.url).pathname,
  base: '/desk/',
  plugins: [serviceWorker],
  server: { proxy: { '/api': SERVICE, '/images': SERVICE } },
  resolve: { conditions: ['source', 'module', 'browser', 'import'] },
  build: {
    outDir: '../../dist/apps/desk',
    emptyOutDir: true,
    target: 'es2022',
    // Nothing stands in the page itself: the policy allows no inline script, style or font.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
