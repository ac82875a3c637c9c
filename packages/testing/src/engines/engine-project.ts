import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const STEPS = 20;

/** Tools with effects that can be counted, and that can kill their process before or after an effect. */
const PLUGIN = `import { spawn } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
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

const inputSchema = { type: 'object', properties: { step: { type: 'integer' } }, required: ['step'] };
const effect = (name, idempotentHint) =>
  defineTool({
    name,
    description: 'Writes a line.',
    inputSchema,
    annotations: { readOnlyHint: false, idempotentHint },
    call({ step }, { toolUseId }) {
      dieOnce('before-' + step);
      appendFileSync(join(dir, 'effects'), step + ' ' + toolUseId + '\\n');
      dieOnce('after-' + step);
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

export default definePlugin({ name: 'effects', setup: () => ({ tools: [effect('once', false), effect('again', true), large, hold] }) });
`;

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
permissions: { allow: [effects__once, effects__again, effects__large, effects__hold] }
agents:
  steps: { model: steps/script, instructions: Work., tools: ['effects__*'] }
  single: { model: single/script, instructions: Work., tools: ['effects__*'], permissions: { ask: [effects__once] } }
  large: { model: large/script, instructions: Work., tools: ['effects__*'] }
  hold: { model: hold/script, instructions: Work., tools: ['effects__*'] }
  lead: { model: lead/script, instructions: Work., tools: [Agent], subagents: { steps: {} } }
`;

/** The agents of the suite: `steps` has 20 effects, `single` asks about one, `large` reads 5 MiB, `hold` waits for a child, `lead` starts `steps`. */
export function writeProject(dir: string): void {
  const steps = Array.from({ length: STEPS }, (_, index) => (index % 2 === 0 ? 'once' : 'again'));
  const files = {
    'agent.config.yaml': CONFIG,
    'effects.mjs': PLUGIN,
    'steps.yaml': turnsOf(steps),
    'single.yaml': turnsOf(['once']),
    'large.yaml': turnsOf(['large', 'once']),
    'hold.yaml': turnsOf(['hold']),
    'lead.yaml': LEAD,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
}

/** The effects so far: the ids of the calls that had an effect, by step. */
export function effectsOf(dir: string): ReadonlyMap<number, readonly string[]> {
  const file = join(dir, 'effects');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const effects = new Map<number, string[]>();
  for (const line of lines) {
    const [step, id = ''] = line.split(' ');
    effects.set(Number(step), [...(effects.get(Number(step)) ?? []), id]);
  }
  return effects;
}
