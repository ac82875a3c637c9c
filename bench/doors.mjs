import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './lib/measure.mjs';
import { tell } from './lib/rows.mjs';
import { ms, printTable, ratio } from './lib/table.mjs';

const TURNS = 100;
const root = fileURLToPath(new URL('..', import.meta.url));
const TOKEN = 'a-token-of-some-length';
const HEADERS = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', 'a2a-version': '1.0' };

/** The requests that run one prompt to its end, through `/runs` and through each door of `serve http`. */
const DOORS = {
  '/runs': async (site) => {
    const { id } = await (await post(`${site}/runs`, { prompt: 'Go.' })).json();
    return (await fetch(`${site}/runs/${id}/events`, { headers: HEADERS })).text();
  },
  'chat completions': (site) =>
    textOf(`${site}/v1/chat/completions`, { model: 'bench', stream: true, messages: [{ role: 'user', content: 'Go.' }] }),
  responses: (site) => textOf(`${site}/v1/responses`, { model: 'bench', stream: true, input: 'Go.' }),
  'AG-UI': (site, number) =>
    textOf(`${site}/agui`, { threadId: `t${number}`, runId: 'r', messages: [{ id: 'm', role: 'user', content: 'Go.' }] }),
  A2A: (site) =>
    textOf(`${site}/a2a`, {
      jsonrpc: '2.0',
      id: 1,
      method: 'SendStreamingMessage',
      params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Go.' }] } },
    }),
};

const post = (url, body) => fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) });
const textOf = async (url, body) => (await post(url, body)).text();

/** A run of 100 turns with a call each, through each door of one server, against the same run and its events at `/runs`. */
export async function doorsBench({ rounds = 9 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-doors-'));
  const server = await startServer(folder);
  const times = new Map(Object.keys(DOORS).map((name) => [name, []]));
  try {
    for (let round = -2; round < rounds; round++)
      for (const [name, ask] of Object.entries(DOORS)) {
        const started = performance.now();
        const text = await ask(server.site, round + 2);
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
  } finally {
    server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startServer(folder) {
  const turns = [
    { text: 'I look at it.', tools: [{ Read: { file_path: 'notes.txt' } }], repeat: TURNS - 1 },
    { text: 'All done.' },
  ];
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
  const argv = [join(root, 'packages/cli/bin/loadout.js'), 'serve', 'http', '--port', String(port)];
  const env = { PATH: process.env.PATH, HOME: folder, LOADOUT_HTTP_TOKEN: TOKEN };
  const child = spawn(process.execPath, argv, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const chunk of child.stderr) if (String(chunk).includes('Serving')) break;
  return { site: `http://127.0.0.1:${port}`, end: () => child.kill() };
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
