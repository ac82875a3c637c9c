import { describe, expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';
import { scripted } from './scripted.js';

const script = (turns: readonly unknown[]) => ({ use: '@loadout/model-script', options: { turns } });

/** A lead that starts a tester. The tester tries each of the commands. */
function team(commands: readonly string[], { lead = {}, config = {} }: { lead?: object; config?: object } = {}): string {
  const document = {
    plugins: { fs: '@loadout/tool-fs', shell: '@loadout/tool-shell', agents: '@loadout/tool-agents' },
    providers: {
      lead: script([
        { tools: [{ Agent: { description: 'try it', prompt: 'Try it.', subagent_type: 'tester' } }] },
        { text: 'The tester is done.' },
      ]),
      tester: script([...commands.map((command) => ({ tools: [{ Bash: { command } }] })), { text: 'Tried.' }]),
    },
    ...config,
    agents: {
      lead: { model: 'lead/x', instructions: 'Lead.', tools: ['Agent'], ...lead },
      tester: { model: 'tester/x', description: 'Tests.', instructions: 'Test.', tools: ['Bash'] },
    },
  };
  return project({ 'agent.config.yaml': `${JSON.stringify(document, undefined, 2)}\n` });
}

describe('an agent that is started from YAML', () => {
  it('may use its grants, and its calls are shown line by line below the call (AGENT-07, AGENT-12)', async () => {
    const cwd = team(['mkdir made', 'mkdir other'], {
      lead: { subagents: { tester: { grants: ['Bash(mkdir made)', 'Edit(/made)'] } } },
      config: { permissions: { ask: ['Bash'] } },
    });
    const { code, stdout, stderr } = await loadout(['run', 'lead', 'Go.'], { cwd });
    expect([code, stdout], stderr).toEqual([0, 'The tester is done.\n']);
    const lines = stderr
      .split('\n')
      .map((line) => line.replace(/tester [0-9a-f]{4}/, 'tester ID').replace(/[\d.]+ m?s\b/g, 'N ms'));
    expect(lines.slice(1, -2)).toEqual([
      '▸ Agent try it',
      '  tester ID ● Bash mkdir made  N ms  1 line',
      '  tester ID ⊘ Bash mkdir other  denied',
      expect.stringMatching(/^ {2}tester ID {3}.*the rule Bash \(agent\.config\.yaml:\d+:\d+\) asks for it/),
      '  tester ID done: 3 turns, 2 tool calls, N ms',
      expect.stringMatching(/^● Agent try it/),
    ]);
  });

  it('gets no grant against a deny rule, and check says so (AGENT-07)', async () => {
    const cwd = team(['mkdir made'], {
      lead: { subagents: { tester: { grants: ['Bash(mkdir made)'] } } },
      config: { permissions: { deny: ['Bash(mkdir:*)'] } },
    });
    const run = await loadout(['run', 'lead', 'Go.'], { cwd });
    expect(run.stderr).toContain('CONFIG_GRANT_IDLE');
    expect(run.stderr).toMatch(/tester [0-9a-f]{4} ⊘ Bash mkdir made {2}denied/);
  });

  it('appears in stream-json with its path, and in json with its result (AGENT-12)', async () => {
    const cwd = team(['true'], { lead: { subagents: { tester: { grants: ['Bash'] } } } });
    const { stdout } = await loadout(['run', 'lead', 'Go.', '--output', 'stream-json'], { cwd });
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const under = events.filter((event) => event.type === 'subagent');
    expect(new Set(under.map(({ path }) => path.length))).toEqual(new Set([1]));
    expect(under.map(({ event }) => event.type)).toEqual(expect.arrayContaining(['init', 'tool_result', 'result']));
    expect(under.find(({ event }) => event.type === 'tool_result').event).not.toHaveProperty('call');
    expect(events.at(-1)).toMatchObject({ type: 'result', result: { outcome: 'success', text: 'The tester is done.' } });
    const { stdout: whole } = await loadout(['run', 'lead', 'Go.', '--output', 'json'], { cwd });
    expect(JSON.parse(whole)).toMatchObject({ outcome: 'success', agent: 'lead', text: 'The tester is done.' });
  });
});

describe('loadout explain --via', () => {
  const explain = async (cwd: string, ...words: readonly string[]) => {
    const { code, stdout, stderr } = await loadout(['explain', ...words], { cwd });
    return { code, said: `${stdout}${stderr}` };
  };

  it('shows whether a subagent may make a call, and by which rule (AGENT-07)', async () => {
    const cwd = team([], {
      lead: { subagents: { tester: { grants: ['Bash(mkdir made)', 'Edit(/made)'] } } },
      config: { permissions: { ask: ['Bash(mkdir:*)'], deny: ['Bash(rm:*)'] } },
    });
    const call = 'Bash(mkdir made)';
    expect((await explain(cwd, 'tester', call)).said).toMatch(/^ask: .*Bash\(mkdir:\*\)/);
    const { said } = await explain(cwd, 'tester', call, '--via', 'lead', '--json');
    expect(JSON.parse(said)).toMatchObject({ agent: 'tester', via: 'lead', behavior: 'allow' });
    expect((await explain(cwd, 'tester', 'Bash(rm -r x)', '--via', 'lead')).said).toMatch(/^deny: /);
  });

  it('names the agents that there are, and why a tool is not there', async () => {
    const cwd = team([], { lead: { subagents: { tester: {} } } });
    expect(await explain(cwd, 'testr', 'Bash(ls)', '--via', 'lead')).toMatchObject({
      code: 2,
      said: expect.stringMatching(/SUBAGENT_UNKNOWN[\s\S]*tester/),
    });
    expect((await explain(cwd, 'tester', 'Read(x)', '--via', 'lead')).said).toContain(
      'Write under agents.tester: tools: [Bash, Read]',
    );
  });

  it('needs the name of the agent that is started', async () => {
    const { said } = await explain(team([]), 'Bash(ls)', '--via', 'lead');
    expect(said).toContain('--via has no effect without the name of an agent');
  });
});

describe('the built-in agents', () => {
  it('are those that a configuration may name without declaring them (AGENT-01, POOL-19)', async () => {
    const builtIn = { 'general-purpose': {}, Explore: {}, Plan: {} };
    const turns = [{ tools: [{ Agent: { description: 'x', prompt: 'x', subagent_type: 'nobody' } }] }, { text: 'No.' }];
    const cwd = scripted({
      turns,
      config: { plugins: { agents: '@loadout/tool-agents' } },
      agent: { tools: ['Agent'], subagents: builtIn },
    });
    const { code, stderr } = await loadout(['run', 'Go.'], { cwd });
    expect(code, stderr).toBe(0);
    expect(stderr).not.toContain('CONFIG_');
    expect(stderr).toContain(Object.keys(builtIn).join(', '));
  });
});

describe('a prompt that names a skill', () => {
  it('is its text, with the arguments in their place (SKILL-09)', async () => {
    const cwd = scripted({
      turns: [{ text: 'Asked: {{prompt}}' }],
      config: { compat: ['skills'] },
      files: { '.claude/skills/greet/SKILL.md': '---\ndescription: Greets.\n---\nSay hello to $ARGUMENTS.\n' },
    });
    const { code, stdout, stderr } = await loadout(['run', '/greet Ada'], { cwd });
    expect([code, stdout.trim()], stderr).toEqual([0, expect.stringContaining('Say hello to Ada.')]);
  });
});

describe('a hook of type http', () => {
  it('that the configuration allows no address for is refused before anything runs (HOOK-19)', async () => {
    const config = {
      allowedHttpHookUrls: ['https://hooks.example.com/*'],
      hooks: { SessionStart: [{ hooks: [{ type: 'http', url: 'http://127.0.0.1:9/x' }] }] },
    };
    const { code, stderr } = await loadout(['run', 'Hi.'], { cwd: scripted({ turns: [{ text: 'Hi.' }], config }) });
    expect(code).toBe(2);
    expect(stderr).toContain('HOOK_URL_REFUSED');
  });
});
