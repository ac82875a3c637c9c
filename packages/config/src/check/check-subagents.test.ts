import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, makeSandbox, problems, TOOL_FS, TOOL_SHELL } from '../load/sandbox.fixture.js';

const sandbox = makeSandbox();
beforeAll(() => {
  sandbox.install('@loadout/tool-fs', TOOL_FS);
  sandbox.install('@loadout/tool-shell', TOOL_SHELL);
  sandbox.install('@loadout/tool-agents', { names: 'bare', tools: [{ name: 'Agent', aliases: ['Task'] }, { name: 'Skill' }] });
});
afterAll(() => sandbox.remove());

const PLUGINS = 'plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell", agents: "@loadout/tool-agents" }\n';
const project = (text: string, files: Readonly<Record<string, string>> = {}) =>
  sandbox.project({ 'agent.config.yaml': PLUGINS + text, ...files });
const said = async (cwd: string, options = {}) => (await load(cwd, options)).warnings.map((one) => `${one.code} ${one.path}`);

describe('the agents that an agent may start', () => {
  it('are in the plan with their grants, each rule with its place (AGENT-07)', async () => {
    const cwd = project(
      'agents:\n  lead:\n    tools: [Agent]\n    subagents:\n      tester: { grants: ["Bash(npm test:*)", { rule: Read, reason: Tests. }] }\n      Explore: {}\n  tester: { tools: [Bash] }\n',
    );
    const { plan } = await load(cwd);
    const file = join(cwd, 'agent.config.yaml');
    expect(plan.agents.lead?.subagents).toEqual({
      tester: {
        grants: [
          {
            behavior: 'allow',
            tool: 'Bash',
            specifier: 'npm test:*',
            layer: 'agent',
            position: { file, line: 6, column: 26 },
            reason: undefined,
          },
          expect.objectContaining({ tool: 'Read', layer: 'agent', reason: 'Tests.' }),
        ],
        position: { file, line: 6, column: 15 },
      },
      Explore: { grants: [], position: { file, line: 7, column: 16 } },
    });
    expect(plan.agents.tester).not.toHaveProperty('subagents');
  });

  it('are others of the configuration or the built-in ones; any other name is an error with the nearest (AGENT-01, AGENT-14)', async () => {
    const cwd = project(
      'agents:\n  lead: { tools: [Agent], subagents: { testr: {}, lead: {}, Plan: {}, general-purpose: {}, Explore: { mode: plan } } }\n  tester: {}\n',
    );
    expect(await problems(cwd)).toEqual([
      'CONFIG_SUBAGENT_UNKNOWN agents.lead.subagents.testr',
      'CONFIG_SUBAGENT_UNKNOWN agents.lead.subagents.lead',
      'CONFIG_UNKNOWN_KEY agents.lead.subagents.Explore.mode',
    ]);
  });

  it('cause a warning if the agent lacks Agent, under either of its names (POOL-19)', async () => {
    const warned = (rest: string) => said(project(`agents: { lead: { ${rest}, subagents: { Plan: {} } } }\n`));
    for (const enough of ['tools: [Agent]', 'tools: [Task]', 'tools: ["*"]', 'tools: ["*"], disallowedTools: [Bash]'])
      expect(await warned(enough)).toEqual([]);
    const warning = ['CONFIG_SUBAGENTS_UNSTARTED agents.lead.subagents'];
    for (const lacking of ['tools: [Read]', 'prompt: Hi.', 'tools: ["*"], disallowedTools: [Agent]'])
      expect(await warned(lacking)).toEqual(warning);
    const unmounted = sandbox.project({ 'agent.config.yaml': 'agents: { lead: { tools: ["*"], subagents: { Plan: {} } } }\n' });
    const { warnings } = await load(unmounted);
    expect(warnings).toMatchObject([{ fix: 'Add to plugins: agents: "@loadout/tool-agents"' }]);
  });

  it('cause a warning if they list Agent but may start no agents (POOL-19, AGENT-06)', async () => {
    const config = (limits: string) =>
      project(`agents: { lead: { tools: [Agent], ${limits} subagents: { tester: {} } }, tester: { tools: [Read, Task] } }\n`);
    expect(await said(config(''))).toEqual(['CONFIG_SUBAGENT_DEPTH agents.lead.subagents.tester']);
    expect(await said(config('limits: { subagentDepth: 2 },'))).toEqual([]);
  });

  it('have limits for their number and depth (AGENT-05, AGENT-06)', async () => {
    const cwd = project(
      'defaults: { limits: { subagents: 5 } }\nagents: { a: { limits: { subagentDepth: 3 } }, b: { limits: { subagents: 0 } } }\n',
    );
    expect(await problems(cwd)).toEqual(['CONFIG_VALUE_REFUSED agents.b.limits.subagents']);
    const right = project('defaults: { limits: { subagents: 5 } }\nagents: { a: { limits: { subagentDepth: 3 } } }\n');
    expect((await load(right)).plan.agents.a?.limits).toEqual({ subagents: 5, subagentDepth: 3 });
  });
});

describe('a grant to them', () => {
  it('is checked like any allow rule (AGENT-07)', async () => {
    const grants = '["Bash(", "Nope(x)", "*", { rule: "Bash(npm test:*)", match: [rm] }]';
    const cwd = project(`agents: { lead: { tools: [Agent], subagents: { Plan: { grants: ${grants} } } } }\n`);
    const at = (index: number) => `agents.lead.subagents.Plan.grants[${index}]`;
    expect(await problems(cwd)).toEqual([
      `CONFIG_RULE_INVALID ${at(0)}`,
      `CONFIG_TOOL_UNKNOWN ${at(1)}`,
      `CONFIG_RULE_INVALID ${at(2)}`,
      `CONFIG_RULE_EXAMPLE ${at(3)}.match[0]`,
    ]);
  });

  it('causes a warning if a deny rule, or an ask rule of the settings, blocks it (AGENT-07)', async () => {
    const cwd = project(
      'permissions: { deny: [Write], ask: [Read] }\nagents:\n  lead:\n    tools: [Agent]\n    permissions: { deny: [Glob] }\n    subagents:\n      tester: { grants: ["Bash(rm:*)", Write, Read, Edit, Glob, Grep] }\n  tester: { permissions: { deny: [Grep] } }\n',
      { 'user.yaml': 'permissions: { ask: [Edit] }\n', 'managed.yaml': 'permissions: { deny: ["Bash(rm:*)"] }\n' },
    );
    const options = { userFile: join(cwd, 'user.yaml'), managedFile: join(cwd, 'managed.yaml') };
    const { warnings } = await load(cwd, options);
    const path = (index: number) => `agents.lead.subagents.tester.grants[${index}]`;
    expect(warnings.map((one) => [one.code, one.path, /has no effect: (.*) applies/.exec(one.message)?.[1]])).toEqual([
      ['CONFIG_GRANT_IDLE', path(0), 'deny Bash(rm:*) (managed.yaml:1:23)'],
      ['CONFIG_GRANT_IDLE', path(1), 'deny Write (agent.config.yaml:2:23)'],
      ['CONFIG_GRANT_IDLE', path(3), 'ask Edit (user.yaml:1:22)'],
      ['CONFIG_GRANT_IDLE', path(4), 'deny Glob (agent.config.yaml:6:27)'],
      ['CONFIG_GRANT_IDLE', path(5), 'deny Grep (agent.config.yaml:9:35)'],
    ]);
  });
});

describe('the rest of the plan', () => {
  it('contains the shared instructions, for agents that are not in the file (AGENT-03)', async () => {
    const cwd = project('defaults: { instructions: [Be kind., { file: a.md }] }\nagents: { a: { instructions: Hi. } }\n', {
      'a.md': 'Be short.\n',
    });
    const { plan } = await load(cwd);
    expect([plan.sharedInstructions, plan.agents.a?.instructions]).toEqual([
      'Be kind.\n\nBe short.',
      'Be kind.\n\nBe short.\n\nHi.',
    ]);
    expect((await load(project('agents: { a: {} }\n'))).plan).not.toHaveProperty('sharedInstructions');
  });

  it.each([
    ['auto', undefined],
    ['on', 'on'],
    ['off', 'off'],
    ['auto:0', 0],
    ['auto:100', 100],
  ])('context.toolSearch: %s is %s in the plan (POOL-13)', async (text, expected) => {
    const { plan } = await load(project(`defaults: { context: { toolSearch: ${text} } }\nagents: { a: { context: {} } }\n`));
    expect(plan.agents.a?.toolSearch).toBe(expected);
  });

  it.each(['auto:101', 'auto:x', 'yes', 'true'])('context.toolSearch: %s is an error (POOL-13)', async (text) => {
    const [problem] = await problems(project(`agents: { a: { context: { toolSearch: ${text} } } }\n`));
    expect(problem).toMatch(/agents\.a\.context\.toolSearch$/);
  });
});
