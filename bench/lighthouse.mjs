// Lighthouse's scores of the desk's first page on a phone, with its default throttling: fails below 95. Search engines are asked to leave
// the desk out, so that category is not measured. CHROMIUM is the path of the browser.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installedTool } from '../scripts/installed-tool.mjs';
import { onPostgres } from './support.mjs';

const LEAST = 0.95;
const PORT = 4172;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

const folder = installedTool('lighthouse@13.5.0');
await onPostgres(async ({ database, start }) => {
  const { url } = await database('lighthouse');
  await start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: String(PORT) });
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      join(folder, 'node_modules/lighthouse/cli/index.js'),
      `http://127.0.0.1:${PORT}/desk`,
      ...[
        '--quiet',
        '--output=json',
        `--only-categories=${CATEGORIES}`,
        '--chrome-flags=--headless --no-sandbox --no-proxy-server',
      ],
    ],
    { env: { ...process.env, CHROME_PATH: process.env.CHROMIUM ?? '/usr/bin/chromium' }, maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`Lighthouse ended with ${status}: ${stderr}`);
  const { categories, audits } = JSON.parse(String(stdout));
  let failed = 0;
  for (const name of CATEGORIES) {
    const isLow = categories[name].score < LEAST;
    if (isLow) failed += 1;
    console.log(`${isLow ? '✗' : '✓'} ${name}: ${Math.round(categories[name].score * 100)}, of at least ${LEAST * 100}`);
  }
  for (const name of ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'])
    console.log(`  ${audits[name].title}: ${audits[name].displayValue}`);
  console.log(`Lighthouse: ${CATEGORIES.length - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
});
