import { symlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { importing } from './imported.test-kit.js';

const imported = importing();
const CONFIG = '.codex/config.toml';

const FILES = {
  [CONFIG]: `model = "gpt-5"
[agents]
max_threads = 4
[agents.reviewer]
description = "Reviews for $5."
config_file = "agents/reviewer.toml"
nickname_candidates = ["Ann"]
[agents.gone]
config_file = "none.toml"
[agents.codex]
description = "The same name as the file's own agent."
[profiles.fast]
model = "gpt-5-mini"
`,
  '.codex/agents/reviewer.toml': `model = "gpt-5-codex"
model_reasoning_effort = "high"
sandbox_mode = "read-only"
developer_instructions = "Read, and say what is wrong."
[mcp_servers.notes]
command = "notes"
`,
  '.codex/agents/writer.toml': `name = "writer"
description = "Writes."
developer_instructions = "Write."
sandbox_mode = "workspace-write"
`,
};

it('each role of Codex becomes an agent that the agents of the file start', async () => {
  const { plan, losses, gains } = await imported(CONFIG, FILES);
  expect(Object.keys(plan.agents)).toEqual(['reviewer', 'gone', 'codex-2', 'writer', 'codex', 'fast']);
  const { reviewer, writer, codex, fast } = plan.agents;
  expect(reviewer).toMatchObject({ description: 'Reviews for $5.', instructions: 'Read, and say what is wrong.' });
  expect(plan.models[reviewer?.models[0] ?? '']).toMatchObject({ id: 'gpt-5-codex', effort: 'high' });
  expect(reviewer?.tools).toEqual(['Read', 'Glob', 'Grep', 'Bash', 'TodoWrite', 'mcp__notes__*']);
  expect([writer?.description, writer?.instructions, writer?.models]).toEqual(['Writes.', 'Write.', ['openai/gpt-5']]);
  for (const agent of [codex, fast]) {
    expect(agent?.tools).toContain('Agent');
    expect(Object.keys(agent?.subagents ?? {})).toEqual(['reviewer', 'gone', 'codex-2', 'writer']);
  }
  expect(losses.map((line) => line.replace(/:\d+ /, ' '))).toEqual([
    '.codex/config.toml:3 agents.max_threads: nothing limits how many agents work at once; write limits for what one may do',
    '.codex/config.toml:9 agents.gone.config_file: there is no file none.toml',
    '.codex/config.toml:10 agents.codex: the name "codex" is taken; the agent is called codex-2',
    expect.stringMatching(/writer\.toml:4 sandbox_mode: permissions and the sandbox hold for all agents/),
  ]);
  expect(gains).toContainEqual(expect.stringMatching(/reviewer\.toml:3:1 sandbox_mode -> agents\.reviewer\.tools$/));
});

it('a file of a role outside of the project is not read, whether it is named or a link leads there', async () => {
  const outside = process.execPath;
  const { losses } = await imported(CONFIG, {
    [CONFIG]: `[agents.a]\nconfig_file = "."\n[agents.b]\nconfig_file = ${JSON.stringify(outside)}\n`,
  });
  expect(losses.map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'config_file: it is not a file',
    `agents.b.config_file: ${outside} is outside of the project; copy it`,
  ]);
  const linked = await imported(CONFIG, { [CONFIG]: 'model = "gpt-5"\n', '.codex/agents/x.toml': '' }, (cwd) => {
    symlinkSync(outside, `${cwd}/.codex/agents/y.toml`);
    symlinkSync('none.toml', `${cwd}/.codex/agents/z.toml`);
  });
  expect(linked.losses).toContainEqual(expect.stringContaining('a link leads out of the project'));
  expect(Object.keys(linked.plan.agents)).toEqual(['x', 'codex']);
});

it('a file of a role that is not TOML is refused at its line', async () => {
  await expect(imported(CONFIG, { [CONFIG]: '', '.codex/agents/x.toml': 'a = = 1\n' })).rejects.toThrow(
    /x\.toml:1:\d+ is not TOML/,
  );
});

const HOOKS = `[[hooks.PreToolUse]]
matcher = "^(Bash|apply_patch)$"
[[hooks.PreToolUse.hooks]]
type = "command"
command = 'python3 "$(git rev-parse --show-toplevel)/.codex/guard.py" --home \${HOME} --token=hunter2'
timeout = 30
statusMessage = "Looking"
[[hooks.PreToolUse.hooks]]
type = "prompt"
prompt = "Is it fine?"
[[hooks.PostToolUse]]
matcher = "("
hooks = [{ type = "command", command = "x" }]
[[hooks.Unknown]]
hooks = [{ type = "command", command = "x" }]
[hooks.state."a"]
enabled = false
`;

it('hooks of config.toml and of hooks.json become hooks for the same events', async () => {
  const beside = { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'done.sh', async: true, timeout: 0 }] }] } };
  const { text, losses, gains } = await imported(CONFIG, { [CONFIG]: HOOKS, '.codex/hooks.json': JSON.stringify(beside) });
  expect(parse(text).hooks).toEqual({
    PreToolUse: [
      {
        matcher: '^(Bash|(?:Edit|Write))$',
        hooks: [
          {
            type: 'command',
            command: expect.stringMatching(/^python3 "\$\(git .*guard\.py" --home \$\$\{HOME\} --token=IMPORT_TOKEN$/),
            timeout: 30,
            statusMessage: 'Looking',
          },
        ],
      },
    ],
    Stop: [{ hooks: [{ type: 'command', command: 'done.sh', async: true }] }],
  });
  expect(text).not.toContain('hunter2');
  expect(losses.map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'hooks.PreToolUse[0].matcher: Edit and Write stand for apply_patch; a hook gets their input instead of a patch',
    'hooks.PreToolUse[0].hooks[0].command: a secret is not copied; IMPORT_TOKEN stands in its place',
    'hooks.PreToolUse[0].hooks[1]: a hook of type prompt is not taken over; only commands are',
    'hooks.PostToolUse[0].matcher: "(" is not a regular expression, so its hooks are left out',
    'hooks.Unknown: there is no such event; the events are in the reference',
  ]);
  expect(gains).toEqual([
    expect.stringMatching(/config\.toml.* -> hooks\.PreToolUse$/),
    expect.stringMatching(/hooks\.json.* -> hooks\.Stop$/),
  ]);
});

it('hooks that are switched off stay off', async () => {
  const { text, losses } = await imported(CONFIG, { [CONFIG]: `${HOOKS}[features]\nhooks = false\nshell_tool = true\n` });
  expect(parse(text).hooks).toBeUndefined();
  expect(losses.map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'hooks: they are switched off',
    'features.shell_tool: switches of Codex have no counterpart',
  ]);
});
