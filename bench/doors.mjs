import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from './lib/measure.mjs';
import { tell } from './lib/rows.mjs';
import { ms, printTable, ratio } from './lib/table.mjs';

const TURNS = 100;
/** The sessions that are open before memory is measured, and those that are measured. */
const WARM = 20;
const SESSIONS = 200;
const root = fileURLToPath(new URL('..', import.meta.url));
const TOKEN = 'a-token-of-some-length';
const HEADERS = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', 'a2a-version': '1.0' };

/** The requests that start one run, through `/runs` and through each door of `serve http`. Each returns the answer as it comes. */
const DOORS = {
  '/runs': async (site) => {
    const { id } = await (await post(`${site}/runs`, { prompt: 'Go.' })).json();
    return fetch(`${site}/runs/${id}/events`, { headers: HEADERS });
  },
  'chat completions': (site) =>
    post(`${site}/v1/chat/completions`, { model: 'bench', stream: true, messages: [{ role: 'user', content: 'Go.' }] }),
  responses: (site) => post(`${site}/v1/responses`, { model: 'bench', stream: true, input: 'Go.' }),
  'AG-UI': (site, number) =>
    post(`${site}/agui`, { threadId: `t${number}`, runId: 'r', messages: [{ id: 'm', role: 'user', content: 'Go.' }] }),
  A2A: (site) =>
    post(`${site}/a2a`, {
      jsonrpc: '2.0',
      id: 1,
      method: 'SendStreamingMessage',
      params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Go.' }] } },
    }),
};

const post = (url, body) => fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) });

/** A run of 100 turns with a call each, through each door of one server, against the same run and its events at `/runs`. */
export async function doorsBench({ rounds = 9 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-doors-'));
  const server = await startServer(folder, WORK);
  const times = new Map(Object.keys(DOORS).map((name) => [name, []]));
  try {
    for (let round = -2; round < rounds; round++)
      for (const [name, ask] of Object.entries(DOORS)) {
        const started = performance.now();
        const text = await (await ask(server.site, round + 2)).text();
        if (!text.includes('All done.')) throw new Error(`${name} answered: ${text.slice(0, 500)}`);
        if (round >= 0) times.get(name).push((performance.now() - started) / TURNS);
      }
    const [plain, ...doors] = [...times].map(([name, all]) => ({ name, value: median(all) }));
    printTable(
      `A turn through each door of serve http, ${TURNS} turns a run`,
      ['', 'ms', 'ratio'],
      [plain, ...doors].map(({ name, value }) => [name, ms(value), ratio(value, plain.value)]),
    );
    for (const { name, value } of doors)
      tell({ id: `doors.${name}`, name: `A turn over ${name}, against /runs`, value, floor: plain.value, aim: 1.1 });
    await startOfAcp(folder, rounds);
  } finally {
    server.end();
    rmSync(folder, { recursive: true, force: true });
  }
  await memoryOfSessions();
}

const WORK = [{ text: 'I look at it.', tools: [{ Read: { file_path: 'notes.txt' } }], repeat: TURNS - 1 }, { text: 'All done.' }];

const INITIALIZE = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } };

/** The time from the start of `loadout acp` to its first answer, which editors wait for, against the start of the command alone. */
async function startOfAcp(folder, rounds) {
  const [acp, version] = [[], []];
  for (let round = -1; round < rounds; round++) {
    const alone = await untilOutput(['--version'], folder);
    const served = await untilOutput(['acp'], folder, `${JSON.stringify(INITIALIZE)}\n`);
    if (round < 0) continue;
    version.push(alone);
    acp.push(served);
  }
  const floor = 1.3 * median(version) + 250;
  tell({
    id: 'doors.acp-start',
    name: 'The first answer of loadout acp, against 1.3 × --version + 250 ms',
    value: median(acp),
    floor,
    aim: 1,
  });
  printTable(
    'The first answer of loadout acp',
    ['', 'ms'],
    [
      ['loadout --version', ms(median(version))],
      ['loadout acp', ms(median(acp))],
      ['at most', ms(floor)],
    ],
  );
}

async function untilOutput(args, folder, input = '') {
  const started = performance.now();
  const argv = [join(root, 'packages/cli/bin/loadout.js'), ...args];
  const child = spawn(process.execPath, argv, { cwd: folder, env: environmentIn(folder), stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.on('error', () => {}).write(input);
  await once(child.stdout, 'data');
  const took = performance.now() - started;
  child.kill('SIGKILL');
  await once(child, 'close');
  return took;
}

const environmentIn = (folder) => ({ PATH: process.env.PATH, HOME: folder, LOADOUT_HTTP_TOKEN: TOKEN });

/** The memory of an open session: of a client that waits for its answer, in a server of its own for each door. */
async function memoryOfSessions() {
  const rows = [];
  for (const [name, ask] of Object.entries(DOORS)) {
    const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-doors-'));
    const server = await startServer(folder, [{ text: 'Late.', delay: 3_600 }], ['--max-runs', String(WARM + SESSIONS)]);
    // An answer that nobody holds is collected, which ends its connection and with it the run.
    const answers = [];
    try {
      const open = async (count, from) => {
        for (let number = from; number < from + count; number++) answers.push(ask(server.site, number).catch(() => {}));
        while ((await (await fetch(`${server.site}/health`)).json()).running < from + count) await pause(20);
        await pause(500);
        return residentKb(server.pid);
      };
      const before = await open(WARM, 0);
      rows.push([name, ((await open(SESSIONS, WARM)) - before) / SESSIONS]);
    } finally {
      server.end();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  printTable(
    `Memory of a session that waits, ${SESSIONS} at once`,
    ['', 'kB'],
    rows.map(([name, kb]) => [name, kb.toFixed(0)]),
  );
}

const residentKb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

async function startServer(folder, turns, more = []) {
  writeFileSync(join(folder, 'notes.txt'), 'One line.\n');
  writeFileSync(
    join(folder, 'agent.config.yaml'),
    JSON.stringify({
      plugins: { fs: '@loadout/tool-fs' },
      providers: { script: { use: '@loadout/model-script', options: { turns } } },
      agents: { bench: { model: 'script/bench', instructions: 'Work.', tools: ['Read'] } },
    }),
  );
  const port = await freePort();
  const argv = [join(root, 'packages/cli/bin/loadout.js'), 'serve', 'http', '--port', String(port), ...more];
  const env = environmentIn(folder);
  const child = spawn(process.execPath, argv, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const chunk of child.stderr) if (String(chunk).includes('Serving')) break;
  return { site: `http://127.0.0.1:${port}`, pid: child.pid, end: () => child.kill('SIGKILL') };
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
