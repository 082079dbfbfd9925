// Load from a process of its own: wrk where the machine has it, else autocannon.
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

const run = promisify(execFile);
export const LOAD = spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk';

/**
 * @param keyed sends each call with an `Idempotency-Key` of its own
 * @returns calls a second, how many there were, and the 99th percentile in ms
 * @throws when an answer was no success
 */
export function load({ port, method = 'GET', path, body, token, seconds, connections, keyed = false }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = { url: `http://127.0.0.1:${port}${path}`, method, body, headers, seconds, connections, keyed };
  return LOAD === 'wrk' ? byWrk(request) : byAutocannon(request);
}

async function byWrk({ url, method, body, headers, seconds, connections, keyed }) {
  const folder = mkdtempSync(join(tmpdir(), 'lost-and-found-wrk-'));
  const script = join(folder, 'call.lua');
  const lines = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`);
  const sent = body === undefined ? '' : `wrk.body = ${JSON.stringify(body)}`;
  const key = `local calls = 0
  request = function()
    calls = calls + 1
    wrk.headers["Idempotency-Key"] = "${randomUUID()}-" .. calls
    return wrk.format()
  end`;
  const report = `done = function(summary, latency)
  local errors = summary.errors
  io.stderr:write(string.format('{"calls":%d,"microseconds":%d,"failed":%d,"p99":%.3f}\\n', summary.requests, summary.duration,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout, latency:percentile(99) / 1000))
end`;
  writeFileSync(script, [`wrk.method = "${method}"`, sent, ...lines, keyed ? key : '', report].join('\n'));
  try {
    const { stderr } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', script, url]);
    const { calls, microseconds, failed, p99 } = JSON.parse(stderr.trim().split('\n').at(-1));
    if (failed > 0) throw new Error(`${failed} of ${calls} calls of ${url} failed.`);
    return { rate: (calls * 1e6) / microseconds, calls, p99 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function byAutocannon({ seconds, keyed, ...request }) {
  const withKey = (call) => ({ ...call, headers: { ...call.headers, 'idempotency-key': randomUUID() } });
  const result = await autocannon({ ...request, duration: seconds, ...(keyed && { requests: [{ setupRequest: withKey }] }) });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers of ${request.url} were no success, ${result.errors} calls failed.`);
  return { rate: result.requests.average, calls: result.requests.total, p99: result.latency.p99 };
}
