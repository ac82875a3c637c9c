import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@loadout/config';
import { EngineClient, planHash } from '@loadout/engine-restate';
import { codeHash } from '@loadout/lock';
import { onTestFinished } from 'vitest';
import { type Endpoint, engineAt } from '../../packages/engine-restate/src/engine/request.js';
import { loadout, project, type Started, startLoadout } from '../lib/loadout.js';
import { freePorts, says, startEngine } from './engine-server.test-kit.js';

/** Tools whose effects are counted in a file: one that must not run twice, one that may, and one that holds until a file is there. */
const PLUGIN = `import { appendFileSync, existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { definePlugin, defineTool } from '@loadout/core';

const dir = import.meta.dirname;
const inputSchema = { type: 'object', properties: { step: { type: 'integer' } }, required: ['step'] };
const effect = (name, idempotentHint) =>
  defineTool({
    name,
    description: 'Writes a line.',
    inputSchema,
    annotations: { readOnlyHint: false, idempotentHint },
    call({ step }, { sessionId, toolUseId }) {
      appendFileSync(join(dir, 'effects'), [sessionId, step, toolUseId, process.pid].join(' ') + '\\n');
      return 'did ' + step;
    },
  });
const hold = defineTool({
  name: 'hold',
  description: 'Waits for a file.',
  inputSchema,
  annotations: { readOnlyHint: false, idempotentHint: true },
  call({ step }, { sessionId, toolUseId, signal }) {
    appendFileSync(join(dir, 'effects'), [sessionId, step, toolUseId, process.pid].join(' ') + '\\n');
    return new Promise((resolve) => {
      const done = () => {
        watcher.close();
        resolve('let go');
      };
      const watcher = watch(dir, () => existsSync(join(dir, 'go')) && done());
      signal.addEventListener('abort', done);
      if (existsSync(join(dir, 'go'))) done();
    });
  },
});
export default definePlugin({ name: 'effects', setup: () => ({ tools: [effect('once', false), effect('again', true), hold] }) });
`;

const CONFIG = `plugins: { effects: ./effects.mjs }
providers:
  five: { use: '@loadout/model-script', options: { file: ./five.yaml } }
  hold: { use: '@loadout/model-script', options: { file: ./hold.yaml } }
  many: { use: '@loadout/model-script', options: { file: ./many.yaml } }
permissions: { allow: [effects__once, effects__again, effects__hold] }
agents:
  five: { model: five/script, instructions: Work., tools: ['effects__*'] }
  hold: { model: hold/script, instructions: Work., tools: ['effects__*'] }
  many: { model: many/script, instructions: Work., tools: ['effects__*'], limits: { turns: 10000 } }
  asking: { model: hold/script, instructions: Work., tools: ['effects__*'], permissions: { ask: [effects__hold] } }
`;

/** The steps of a run of the agent `five`. An odd step has its effect at most once, an even step may repeat it. */
export const STEPS = [1, 2, 3, 4, 5];

const FIVE = `turns:\n${STEPS.map((step) => `  - tools: [{ effects__${step % 2 === 1 ? 'once' : 'again'}: { step: ${step} } }]\n`).join('')}  - text: All done.\n  - text: And again.\n`;
/** Quick calls, two at a time, of a run that does not end before it is cancelled. The next prompt is answered. */
const MANY =
  'turns:\n  - { tools: [{ effects__once: { step: 1 } }, { effects__again: { step: 2 } }], repeat: 9000 }\n  - text: Cancelled.\n';
const HOLD = 'turns:\n  - tools: [{ effects__hold: { step: 1 } }]\n  - text: Let go.\n';

export interface Effect {
  readonly run: string;
  readonly step: number;
  readonly call: string;
  readonly pid: number;
}

/** An engine with a configuration. Workers and runs are added. */
export interface Farm {
  readonly dir: string;
  /** The variables with which commands find the engine. */
  readonly env: Readonly<Record<string, string>>;
  readonly client: EngineClient;
  /** The administration of the engine's server. */
  readonly admin: Endpoint;
  /** The hash of the configuration. */
  readonly plan: string;
  effects(): readonly Effect[];
  /** Runs the command, which must succeed, and returns its output. */
  command(...args: readonly string[]): Promise<string>;
  /** Starts a worker, at a free port if none is given. Resolves when it serves. */
  work(options?: { readonly port?: number; readonly args?: readonly string[] }): Promise<Started>;
}

export async function startFarm(options: { readonly partitions?: number } = {}): Promise<Farm> {
  const dir = project({
    'agent.config.yaml': CONFIG,
    'effects.mjs': PLUGIN,
    'five.yaml': FIVE,
    'hold.yaml': HOLD,
    'many.yaml': MANY,
  });
  symlinkSync(join(import.meta.dirname, 'node_modules/@restatedev'), join(dir, 'node_modules/@restatedev'));
  const { env, address } = await startEngine(dir, options);
  const { plan } = await loadConfig({ cwd: dir, env: {} });
  return {
    dir,
    env,
    client: new EngineClient(address),
    admin: engineAt(address).admin,
    plan: planHash(plan, await codeHash(plan, { env: {}, trust: { file: join(dir, 'none.json') } })),
    effects: () => effectsIn(join(dir, 'effects')),
    command: async (...args) => {
      const { code, stdout, stderr } = await loadout(args, { cwd: dir, env });
      if (code !== 0) throw new Error(`loadout ${args.join(' ')} exited with ${code}: ${stderr}`);
      return stdout;
    },
    work: async ({ port, args = [] } = {}) => {
      const [free = 0] = port === undefined ? await freePorts(1) : [port];
      const worker = await startLoadout(['worker', '--port', String(free), ...args], { cwd: dir, env });
      onTestFinished(async () => {
        worker.kill('SIGKILL');
        await worker.finished;
      });
      await says(worker, 'Serving');
      return worker;
    },
  };
}

/** The lines of the file that are complete. */
function effectsIn(file: string): readonly Effect[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => {
    const [run = '', step, call = '', pid] = line.split(' ');
    return { run, step: Number(step), call, pid: Number(pid) };
  });
}
