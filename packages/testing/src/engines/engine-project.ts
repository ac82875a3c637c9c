import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CUTTING_MODEL } from './cutting-model.js';

export const STEPS = 20;

/** Tools with effects that can be counted, and that can kill their process before or after an effect. */
const PLUGIN = `import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definePlugin, defineTool } from '@loadout/core';

const dir = import.meta.dirname;

function dieOnce(moment) {
  try {
    rmSync(join(dir, moment));
  } catch {
    return;
  }
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

/** Stops the process until somebody continues it and says so. */
function stopOnce(moment) {
  try {
    renameSync(join(dir, 'stop-' + moment), join(dir, 'stopped-' + moment));
  } catch {
    return;
  }
  process.kill(process.pid, 'SIGSTOP');
  while (existsSync(dir) && !existsSync(join(dir, 'go-' + moment)));
}

const inputSchema = { type: 'object', properties: { step: { type: 'integer' } }, required: ['step'] };
const effect = (name, idempotentHint) =>
  defineTool({
    name,
    description: 'Writes a line.',
    inputSchema,
    annotations: { readOnlyHint: false, idempotentHint },
    call({ step }, { toolUseId }) {
      dieOnce('before-' + step);
      stopOnce('before-' + step);
      appendFileSync(join(dir, 'effects'), step + ' ' + toolUseId + '\\n');
      dieOnce('after-' + step);
      stopOnce('after-' + step);
      return 'did ' + step;
    },
  });

const large = defineTool({
  name: 'large',
  description: 'Returns five MiB.',
  inputSchema,
  annotations: { readOnlyHint: true },
  call: () => 'five MiB\\n'.repeat((5 * 1024 * 1024) / 9),
});

const hold = defineTool({
  name: 'hold',
  description: 'Waits for a child process.',
  inputSchema,
  async call(_, { signal }) {
    const child = spawn('sleep', ['1000'], { stdio: 'ignore', signal });
    child.on('error', () => {});
    writeFileSync(join(dir, 'child'), String(child.pid));
    await new Promise((resolve) => child.on('exit', resolve));
    return 'over';
  },
});

/** Says whether the child process of the call before lives, as the next worker finds it. */
const look = defineTool({
  name: 'look',
  description: 'Looks for a process.',
  inputSchema,
  annotations: { readOnlyHint: true },
  call() {
    // A process that nobody has collected is in state Z, and does nothing any more.
    const state = spawnSync('ps', ['-o', 'stat=', '-p', readFileSync(join(dir, 'child'), 'utf8')], { encoding: 'utf8' }).stdout;
    const life = state === '' || state.startsWith('Z') ? 'dead' : 'alive';
    writeFileSync(join(dir, 'seen'), life);
    return life;
  },
});

/** Changes the step of a call to the one in the file \`step\`. */
const PreToolUse = ({ tool_name }) =>
  tool_name === 'effects__once' && existsSync(join(dir, 'step'))
    ? { hookSpecificOutput: { updatedInput: { step: Number(readFileSync(join(dir, 'step'), 'utf8')) } } }
    : undefined;

const tools = [effect('once', false), effect('again', true), large, hold, look];
export default definePlugin({ name: 'effects', setup: () => ({ tools, hooks: { PreToolUse } }) });
`;

/** A clock that is wrong by CLOCK_SHIFT_MS, for every program that loads the file. */
const CLOCK = `const shift = Number(process.env.CLOCK_SHIFT_MS);
const RightDate = Date;
globalThis.Date = class Date extends RightDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RightDate.now() + shift] : given));
  }
  static now = () => RightDate.now() + shift;
};
`;

/** The variables of a process whose clock is wrong. */
export const clockOf = (dir: string, shiftMs: number) => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(dir, 'clock.mjs')).href}`,
  CLOCK_SHIFT_MS: String(shiftMs),
});

const turnsOf = (calls: readonly string[]) =>
  `turns:\n${calls.map((call, index) => `  - tools: [{ effects__${call}: { step: ${index + 1} } }]\n`).join('')}  - text: All done.\n`;

const LEAD = `turns:
  - tools: [{ Agent: { subagent_type: steps, description: Works, prompt: Go on. } }]
  - text: All done.
`;

const CONFIG = `plugins: { effects: ./effects.mjs, agents: '@loadout/tool-agents' }
providers:
  steps: { use: '@loadout/model-script', options: { file: ./steps.yaml } }
  single: { use: '@loadout/model-script', options: { file: ./single.yaml } }
  large: { use: '@loadout/model-script', options: { file: ./large.yaml } }
  hold: { use: '@loadout/model-script', options: { file: ./hold.yaml } }
  lead: { use: '@loadout/model-script', options: { file: ./lead.yaml } }
  cutting: { use: ./cutting.mjs }
permissions: { allow: [effects__once, effects__again, effects__large, effects__hold, effects__look] }
agents:
  steps: { model: steps/script, instructions: Work., tools: ['effects__*'] }
  single: { model: single/script, instructions: Work., tools: ['effects__*'], permissions: { ask: [effects__once] } }
  large: { model: large/script, instructions: Work., tools: ['effects__*'] }
  hold: { model: hold/script, instructions: Work., tools: ['effects__*'] }
  cutting: { model: cutting/model, instructions: Work., tools: ['effects__*'] }
  lead: { model: lead/script, instructions: Work., tools: [Agent], subagents: { steps: {} } }
`;

/**
 * The agents of the suite: `steps` has 20 effects, `single` asks about one, `large` reads 5 MiB, `hold` waits for a child and then
 * looks for it, `lead` starts `steps`, `cutting` has messages that break off.
 */
export function writeProject(dir: string): void {
  const steps = Array.from({ length: STEPS }, (_, index) => (index % 2 === 0 ? 'once' : 'again'));
  const files = {
    'agent.config.yaml': CONFIG,
    'effects.mjs': PLUGIN,
    'steps.yaml': turnsOf(steps),
    'single.yaml': turnsOf(['once']),
    'large.yaml': turnsOf(['large', 'once']),
    'hold.yaml': turnsOf(['hold', 'look']),
    'clock.mjs': CLOCK,
    'lead.yaml': LEAD,
    'cutting.mjs': CUTTING_MODEL,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
}
