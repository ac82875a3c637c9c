import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tell } from '../lib/rows.mjs';
import { printTable } from '../lib/table.mjs';

const RUNS = 200;
const BURSTS = 8;
/** The bursts until memory is level: what runs share is loaded, and the pools of the process have their size. */
const WARM = 3;
const root = fileURLToPath(new URL('../..', import.meta.url));
const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * `serve http` with 200 runs at once, several times: its memory after a garbage collection. The newest 200 ended runs stay in memory, so
 * the last burst is compared with an earlier one, not with the start.
 */
export async function serveBench() {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-serve-'));
  const api = fork(fileOf('mock.mjs'));
  const [{ url }] = await once(api, 'message');
  const server = startServer(folder, { url, port: await freePort() });
  try {
    const address = await server.address();
    const rows = [['at start', '', (await server.weigh()).toFixed(0)]];
    const weights = [];
    for (let burst = 1; burst <= BURSTS; burst++) {
      const started = performance.now();
      await runBurst(address);
      const ms = performance.now() - started;
      weights.push(await server.weigh());
      rows.push([`after burst ${burst}`, ms.toFixed(0), weights.at(-1).toFixed(0)]);
    }
    printTable(`loadout serve http, ${RUNS} runs at once`, ['', 'ms', 'memory, MB'], rows);
    const name = `serve http after ${BURSTS} bursts of ${RUNS} runs, against ${WARM}`;
    tell({ id: 'crowds.serve', name, value: weights.at(-1), floor: weights[WARM - 1], aim: 1.1, unit: 'MB' });
  } finally {
    server.end();
    api.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

function startServer(folder, { url, port }) {
  mkdirSync(join(folder, 'home'));
  writeFileSync(join(folder, 'agent.config.yaml'), 'agents:\n  bench: { model: anthropic/bench, instructions: Answer. }\n');
  const flags = ['--port', String(port), '--no-auth', '--max-runs', String(RUNS)];
  const command = [join(root, 'packages/cli/bin/loadout.js'), 'serve', 'http', ...flags];
  const env = { PATH: process.env.PATH, HOME: join(folder, 'home'), ANTHROPIC_API_KEY: 'bench', ANTHROPIC_BASE_URL: url };
  const argv = ['--expose-gc', '--require', fileOf('gc-on-signal.cjs'), ...command];
  const child = spawn(process.execPath, argv, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = saidBy(child);
  return {
    address: async () => (await said(/http:\/\/[\d.]+:\d+/))[0],
    async weigh() {
      child.kill('SIGUSR2');
      await said(/collected\n/);
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
    },
    end: () => child.kill(),
  };
}

/** Waits for a text of the child, and forgets all until its end. */
function saidBy(child) {
  let text = '';
  let heard = () => {};
  const hear = (chunk) => {
    text += chunk;
    heard();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return (pattern) =>
    new Promise((resolve, reject) => {
      heard = () => {
        const match = pattern.exec(text);
        if (match === null) return;
        text = text.slice(match.index + match[0].length);
        resolve(match);
      };
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${text.slice(-2000)}`)));
      heard();
    });
}

async function runBurst(address) {
  const start = async () => {
    const answer = await fetch(`${address}/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"prompt":"Go."}',
    });
    if (answer.status !== 202) throw new Error(`A run was answered with ${answer.status}: ${await answer.text()}`);
    const { id } = await answer.json();
    // The stream of events ends with the run.
    await (await fetch(`${address}/runs/${id}/events`)).text();
  };
  await Promise.all(Array.from({ length: RUNS }, start));
}
