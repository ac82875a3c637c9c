import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judgeConfig, loadConfig } from '../../packages/config/dist/index.js';
import { ask, EngineClient, engineAt, planHash, startServer } from '../../packages/engine-restate/dist/index.js';
import { codeHash } from '../../packages/lock/dist/index.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIN = join(ROOT, 'packages/cli/bin/loadout.js');
const SERVER = join(ROOT, 'tests/engine');

const PLUGIN = `import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { definePlugin, defineTool } from '@loadout/core';
const note = defineTool({
  name: 'note',
  description: 'Writes a line.',
  inputSchema: { type: 'object', properties: { step: { type: 'integer' } } },
  annotations: { readOnlyHint: false },
  call(_, { sessionId, toolUseId }) {
    appendFileSync(join(import.meta.dirname, 'effects'), sessionId + ' ' + toolUseId + '\\n');
    return 'done';
  },
});
export default definePlugin({ name: 'bench', setup: () => ({ tools: [note] }) });
`;

/** A configuration whose one agent calls a tool so many times and then answers, again for each prompt of a session. */
const configOf = (calls) => `plugins: { bench: ./bench.mjs }
providers:
  script:
    use: '@loadout/model-script'
    options:
      turns:
        - { tools: [{ bench__note: { step: 1 } }], repeat: ${calls} }
        - { text: All done. }
        - { text: Yes., repeat: 100 }
permissions: { allow: [bench__note] }
agents:
  bench: { model: script/script, instructions: Work., tools: ['bench__*'], limits: { turns: ${calls + 10} } }
`;

/** An engine on this machine, in a folder of its own, with as many workers as are started. */
export async function startFarm({ calls }) {
  if (!existsSync(join(SERVER, 'node_modules/@restatedev')))
    throw new Error('The server of the engine is not installed. Install it with: npm run test:engine -- files');
  const dir = realpathSync(mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'loadout-bench-')));
  mkdirSync(join(dir, 'node_modules'));
  symlinkSync(join(ROOT, 'node_modules/@loadout'), join(dir, 'node_modules/@loadout'));
  writeFileSync(join(dir, 'agent.config.yaml'), configOf(calls));
  writeFileSync(join(dir, 'bench.mjs'), PLUGIN);
  const [port, adminPort] = await freePorts(2);
  const keyFile = join(dir, 'engine.key');
  const server = await startServer({ dir: join(dir, 'engine'), port, adminPort, keyFile, from: [SERVER], env: process.env });
  const env = {
    PATH: process.env.PATH,
    HOME: dir,
    LOADOUT_ENGINE: server.ingress,
    LOADOUT_ENGINE_ADMIN: server.admin,
    LOADOUT_ENGINE_KEY_FILE: keyFile,
    LOADOUT_TRUST: (await judgeConfig({ cwd: dir, env: {}, trust: { file: join(dir, 'none.json') } })).hash,
  };
  const { plan } = await loadConfig({ cwd: dir, env: {} });
  const workers = [];
  return {
    dir,
    server,
    workers,
    plan: planHash(plan, await codeHash(plan, { env: {}, trust: { file: join(dir, 'none.json') } })),
    client: new EngineClient(server),
    effects: () => (existsSync(join(dir, 'effects')) ? readFileSync(join(dir, 'effects'), 'utf8').trim().split('\n') : []),
    async work({ concurrency = 5, node = [] } = {}) {
      const [own] = await freePorts(1);
      const words = [...node, BIN, 'worker', '--port', String(own), '--concurrency', String(concurrency)];
      const worker = spawn(process.execPath, words, { cwd: dir, env, stdio: ['ignore', 'ignore', 'pipe'] });
      await untilSays(worker, 'Serving');
      workers.push(worker);
      return worker;
    },
    /** Ends the workers. */
    async end() {
      for (const worker of workers.splice(0)) await ended(worker, 'SIGTERM');
    },
    async close() {
      await this.end();
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export async function untilSays(child, words) {
  let said = '';
  await new Promise((resolve, reject) => {
    child.stderr.on('data', (text) => {
      said = (said + text).slice(-4000);
      if (said.includes(words)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The worker exited with ${code}: ${said}`)));
  });
}

async function ended(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exit;
}

export async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  const ports = await Promise.all(
    servers.map((one) => new Promise((resolve) => one.once('listening', () => resolve(one.address().port)))),
  );
  await Promise.all(servers.map((one) => new Promise((resolve) => one.close(resolve))));
  return ports;
}

/** Memory that a process has now, in MB. */
export function rssOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const TICK_MS = 10;

/** Processor time that a process has had, in ms. It says what work costs, also on a machine that others use. */
export function processorMs(pid) {
  try {
    const numbers = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(numbers[11]) + Number(numbers[12])) * TICK_MS;
  } catch {
    return 0;
  }
}

/** The size of a folder on the disk, in MB. */
export function sizeOf(dir) {
  let bytes = 0;
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).blocks * 512;
  return bytes / 1e6;
}

/** Asks the engine, in SQL. */
export async function query({ server }, sql) {
  const { status, text } = await ask(engineAt(server).admin, '/query', { body: { query: sql } });
  if (status >= 300) throw new Error(`The engine answered ${status}: ${text}`);
  return JSON.parse(text).rows;
}
