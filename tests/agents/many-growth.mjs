import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgent } from '@loadout/runner';
import agents from '@loadout/tool-agents';

/**
 * Starts agents under a lead, ten at a time, each with large results. Prints the memory that is held for them while the run is
 * still open, in MiB.
 */
const RESULT = 200_000;
const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-growth-')));

function agent(name) {
  const rest = { disallowedTools: [], hooks: [], limits: { subagents: 1_000 }, concurrency: 10, model: {}, models: [] };
  return { name, description: name, instructions: `I am ${name}.`, tools: ['*'], permissions: { rules: [] }, ...rest };
}

function modelFor(count, onLast) {
  return {
    name: 'growth',
    async *stream(request) {
      const isLead = request.system.some(({ text }) => text.includes('I am lead.'));
      const turn = request.messages.filter(({ role }) => role === 'assistant').length;
      const input = (n) => ({ description: 'Works', prompt: `Task ${n}.`, subagent_type: 'helper', run_in_background: false });
      const calls = isLead
        ? Array.from({ length: count }, (_, n) => ({ id: `a${n}`, name: 'Agent', input: input(n) }))
        : [{ id: `w${Math.random()}`, name: 'Work', input: {} }];
      yield { type: 'start', id: 'm', model: 'growth' };
      if (turn > 0) {
        if (isLead) await onLast();
        yield { type: 'block', block: { type: 'text', text: 'done' } };
      } else for (const call of calls) yield { type: 'block', block: { type: 'tool_use', ...call } };
      yield { type: 'end', stopReason: turn > 0 ? 'end_turn' : 'tool_use', usage: { input_tokens: 1, output_tokens: 1 } };
    },
  };
}

async function heldBy(count) {
  let held = 0;
  const measure = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc();
    held = process.memoryUsage().heapUsed;
  };
  const work = {
    name: 'Work',
    description: 'Works.',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
    isConcurrencySafe: true,
    maxResultChars: Number.POSITIVE_INFINITY,
    call: () => 'x'.repeat(RESULT - 10) + Math.random(),
  };
  const plan = {
    configDir: workspace,
    workspace,
    plugins: [],
    providers: {},
    models: {},
    permissions: { mode: 'default', rules: [], additionalDirectories: [] },
    hooks: [],
    agents: { lead: agent('lead'), helper: agent('helper') },
    secrets: [],
    sessions: { dir: join(workspace, '.sessions') },
  };
  const plugins = { agents };
  const one = await createAgent({ plan, agent: 'lead', model: modelFor(count, measure), plugins, customTools: [work] });
  const run = one.run('Go.');
  for await (const _ of run);
  const { outcome, toolCalls } = await run.result;
  await one.close();
  return { held, outcome, toolCalls };
}

await heldBy(10);
const few = await heldBy(10);
const many = await heldBy(100);
rmSync(workspace, { recursive: true, force: true });
process.stdout.write(JSON.stringify({ few, many, grownMb: (many.held - few.held) / 1024 / 1024 }));
