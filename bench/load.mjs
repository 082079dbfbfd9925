// Load: by wrk where the machine has it, else by autocannon, or in bursts.
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

const run = promisify(execFile);
/** Milliseconds that an answer may take. */
const PATIENCE = 20_000;
export const LOAD = spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk';

/**
 * @param keyed sends each call with an `Idempotency-Key` of its own
 * @param ids calls one of so many records, by chance: `{id}` in the path is its number, `{n}` in the body that of the call
 * @returns calls a second, how many there were, and the 99th percentile in ms
 * @throws when an answer was no success
 */
export function load({ port, method = 'GET', path, body, token, seconds, connections, keyed = false, ids }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = { url: `http://127.0.0.1:${port}${path}`, method, body, headers, seconds, connections, keyed, ids };
  return LOAD === 'wrk' ? byWrk(request) : byAutocannon(request);
}

async function byWrk({ url, method, body, headers, seconds, connections, keyed, ids }) {
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
  const any = `local calls = 0
  request = function()
    calls = calls + 1
    local path = string.gsub("${new URL(url).pathname}", "%%7Bid%%7D", math.random(1, ${ids}))
    return wrk.format(nil, path, nil, wrk.body and string.gsub(wrk.body, "{n}", calls) or nil)
  end`;
  const report = `done = function(summary, latency)
  local errors = summary.errors
  io.stderr:write(string.format('{"calls":%d,"microseconds":%d,"failed":%d,"p99":%.3f}\\n', summary.requests, summary.duration,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout, latency:percentile(99) / 1000))
end`;
  writeFileSync(script, [`wrk.method = "${method}"`, sent, ...lines, keyed ? key : '', ids ? any : '', report].join('\n'));
  try {
    const { stderr } = await run('wrk', [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--timeout',
      `${PATIENCE / 1000}s`,
      '-s',
      script,
      new URL(url).href,
    ]);
    const { calls, microseconds, failed, p99 } = JSON.parse(stderr.trim().split('\n').at(-1));
    if (failed > 0) throw new Error(`${failed} of ${calls} calls of ${url} failed.`);
    return { rate: (calls * 1e6) / microseconds, calls, p99 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function byAutocannon({ seconds, keyed, ids, ...request }) {
  let calls = 0;
  const withKey = (call) => ({ ...call, headers: { ...call.headers, 'idempotency-key': randomUUID() } });
  const withID = (call) => ({
    ...call,
    path: new URL(request.url).pathname.replace('%7Bid%7D', 1 + Math.floor(Math.random() * ids)),
    body: request.body?.replace('{n}', ++calls),
  });
  const setupRequest = keyed ? withKey : ids ? withID : undefined;
  const result = await autocannon({ ...request, duration: seconds, ...(setupRequest && { requests: [{ setupRequest }] }) });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers of ${request.url} were no success, ${result.errors} calls failed.`);
  return { rate: result.requests.average, calls: result.requests.total, p99: result.latency.p99 };
}

/**
 * Calls of one connection that arrive together, again and again as soon as all are answered. The number of calls of many connections that
 * meet hangs on how quickly a machine sends them; these cost the same on each.
 * @param ids calls one of so many records, by chance: `{id}` in the path is its number
 * @returns how many calls there were
 * @throws when an answer was no success
 */
export async function bursts({ port, path, token, seconds, size, ids }) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error(`${path} was not answered in time.`)));
  await once(socket, 'connect');
  const pieces = socket.setEncoding('latin1')[Symbol.asyncIterator]();
  const end = performance.now() + seconds * 1000;
  let calls = 0;
  for (; performance.now() < end; calls += size) {
    const paths = Array.from({ length: size }, () => path.replace('{id}', 1 + Math.floor(Math.random() * ids)));
    socket.write(paths.map((to) => `GET ${to} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`).join(''));
    for (let [answered, text] = [0, '']; answered < size; ) {
      const { value: piece, done } = await pieces.next();
      if (done) throw new Error(`${path} was not answered.`);
      const found = (text + piece).split(/HTTP\/1\.1 (?=\d{3} )/);
      const heads = found.slice(1);
      const other = heads.find((head) => !head.startsWith('200 '));
      if (other) throw new Error(`An answer of ${path} was no success: ${other}`);
      answered += heads.length;
      text = found.at(-1).slice(-12);
    }
  }
  socket.destroy();
  return { calls };
}
