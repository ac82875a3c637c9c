import { testReportSchema } from '@loadout/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { testIn } from './broken-agents.test-kit.js';
import { project } from './lib/loadout.js';

const CONFIG = `
plugins: { fs: "@loadout/tool-fs", agents: "@loadout/tool-agents" }
permissions:
  allow: ["Edit(/src/**)"]
  ask: ["Edit(/package.json)"]
  deny: ["Edit(/docs/**)"]
hooks:
  PreToolUse:
    - matcher: Write
      hooks: [{ type: block, field: file_path, phrases: [x.generated.ts] }]
    - matcher: Grep
      hooks: [{ type: block, field: pattern, phrases: [y] }]
agents:
  lead:
    instructions: Lead.
    tools: [Agent, Read, Write]
    subagents: { coder: {} }
    limits: { turns: 5 }
  coder:
    description: Changes code.
    instructions: Change the code.
    tools: [Write]
    limits: { toolCalls: 1 }
  idle: { instructions: Wait., tools: [Read] }
`;

const TESTS = `
tests:
  - name: the lead has src changed
    agent: lead
    prompt: Go.
    answers: { "*": allow }
    model:
      script:
        - tools: [{ Agent: { subagent_type: coder, description: Change, prompt: Go. } }]
        - tools: [{ Write: { file_path: package.json, content: "{}" } }]
        - text: Done.
      agents:
        coder:
          - tools: [{ Write: { file_path: src/a.ts, content: "" } }]
          - text: Changed.
    expect: { outcome: done }
`;

const TABLE = `
  - name: docs stay
    permissions: [{ agent: coder, call: { Write: { file_path: docs/a.md, content: "" } }, is: deny }]
  - name: one call is enough
    agent: coder
    prompt: Go.
    model:
      script:
        - tools: [{ Write: { file_path: src/a.ts, content: "" } }]
        - tools: [{ Write: { file_path: src/b.ts, content: "" } }]
    expect: { outcome: limit, changed: [src/a.ts] }
  - name: does not run
    agent: idle
    skip: later
    model: { script: [{ text: Hi. }] }
    expect: { outcome: done }
`;

interface Part {
  readonly kind: string;
  readonly path: string;
  readonly tests: readonly string[];
}

async function partsOf(tests: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const cwd = project({ 'agent.config.yaml': CONFIG, 'agent.test.yaml': tests });
  const { output } = await testIn(cwd, ['--coverage', '--reporter', 'json']);
  const report = JSON.parse(output) as { readonly coverage: { readonly parts: readonly Part[] } };
  const validate = new Ajv2020({ strict: false }).compile(testReportSchema as object);
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  return Object.fromEntries(report.coverage.parts.map(({ path, tests: by }) => [path, by]));
}

describe('the coverage of a configuration', () => {
  it('names each part with the tests that reached it', async () => {
    const reached = Object.entries(await partsOf(TESTS));
    expect(reached.filter(([, by]) => by.length > 0).map(([path]) => path)).toEqual([
      'permissions.ask.0',
      'permissions.allow.0',
      'hooks.PreToolUse.0.hooks.0',
      'agents.lead',
      'agents.lead.tools.0',
      'agents.lead.tools.2',
      'agents.coder',
      'agents.coder.tools.0',
    ]);
    expect(reached.filter(([, by]) => by.length === 0).map(([path]) => path)).toEqual([
      'permissions.deny.0',
      'hooks.PreToolUse.1.hooks.0',
      'agents.lead.tools.1',
      'agents.idle',
      'agents.idle.tools.0',
      'agents.lead.limits.turns',
      'agents.coder.limits.toolCalls',
    ]);
  });

  it('counts the rows of permission tables and limits that end a run, and no test that was skipped', async () => {
    const parts = await partsOf(TESTS + TABLE);
    expect(parts['permissions.deny.0']).toEqual(['docs stay']);
    expect(parts['agents.coder.limits.toolCalls']).toEqual(['one call is enough']);
    expect(parts['agents.idle']).toEqual([]);
  });

  it('fails the command below the wanted share', async () => {
    const cwd = project({ 'agent.config.yaml': CONFIG, 'agent.test.yaml': TESTS });
    const enough = await testIn(cwd, ['--coverage-min', '50']);
    expect([enough.code, enough.output]).toEqual([0, expect.stringContaining('Coverage: 53 %, 8 of 15 parts')]);
    const few = await testIn(cwd, ['--coverage-min', '60']);
    expect([few.code, few.output]).toEqual([1, expect.stringContaining('expected at least 60 % (--coverage-min)')]);
  });
});
