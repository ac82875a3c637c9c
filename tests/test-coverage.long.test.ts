import { type TestReport, testReportSchema } from '@loadout/test';
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

const partsOf = async (tests: string) => (await coveredBy(tests)).parts;

async function coveredBy(tests: string, config = CONFIG) {
  const cwd = project({ 'agent.config.yaml': config, 'agent.test.yaml': tests });
  const { output } = await testIn(cwd, ['--coverage', '--reporter', 'json']);
  const report = JSON.parse(output) as TestReport;
  const validate = new Ajv2020({ strict: false }).compile(testReportSchema as object);
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  const parts = Object.fromEntries((report.coverage?.parts ?? []).map(({ path, tests: by }) => [path, by]));
  return { parts, failures: report.tests.flatMap(({ failures }) => failures) };
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

  it('lists the profiles, and the parts that a profile has, with the tests that chose it', async () => {
    const profiles = `
profiles:
  ci:
    permissions: { deny: ["Edit(/src/gen/**)", "Edit(/dist/**)"] }
    agents: { coder: { limits: { turns: 1 } }, tester: { instructions: Test., tools: [] } }
  "not used": { permissions: { deny: [Read] } }
`;
    const test = (name: string, more: string) => `  - name: ${name}\n    ${more}\n`;
    const row = 'permissions: [{ agent: coder, call: { Write: { file_path: src/gen/a.ts, content: "" } }, is: ';
    const run = 'agent: coder, prompt: Go., model: { script: [{ text: a }] }, expect: { outcome: done }';
    const tests = `tests:\n${test('with', `profile: ci\n    ${row}deny, by: profiles.ci.permissions.deny.0 }]`)}${test('without', `${row}allow }]`)}  - { name: wrong, profile: sci, ${run} }\n`;
    const { parts, failures } = await coveredBy(tests, CONFIG + profiles);
    expect(Object.entries(parts).filter(([path]) => /profiles|tester|coder\.limits/.test(path))).toEqual([
      ['agents.coder.limits.toolCalls', []],
      ['profiles.ci', ['with']],
      ['profiles["not used"]', []],
      ['profiles.ci.permissions.deny.0', ['with']],
      ['profiles.ci.permissions.deny.1', []],
      ['agents.tester', []],
      ['agents.coder.limits.turns', []],
    ]);
    expect(parts['permissions.allow.0']).toEqual(['without']);
    expect(failures).toMatchObject([{ code: 'CONFIG_INVALID', detail: expect.any(Array) }]);
    expect(failures[0]?.detail?.join('\n')).toContain('There is no profile "sci". Did you mean "ci"?');
  });

  it('fails the command below the wanted share', async () => {
    const cwd = project({ 'agent.config.yaml': CONFIG, 'agent.test.yaml': TESTS });
    const enough = await testIn(cwd, ['--coverage-min', '50']);
    expect([enough.code, enough.output]).toEqual([0, expect.stringContaining('Coverage: 53 %, 8 of 15 parts')]);
    const few = await testIn(cwd, ['--coverage-min', '60']);
    expect([few.code, few.output]).toEqual([1, expect.stringContaining('expected at least 60 % (--coverage-min)')]);
  });
});
