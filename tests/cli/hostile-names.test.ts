import { expect, it } from 'vitest';
import { breadth } from '../lib/breadth.js';
import { loadout, project } from '../lib/loadout.js';
import { inProcess } from '../list.test-kit.js';

/** Clears a terminal, names its window, turns the reading direction, and begins a line that looks like one of ours. */
const EVIL = '\x1b[2J\x1b]0;title\x07\u202e\u2066\u200f\u0085\rx\nFORGED: all is well';
/** The marks that no shown text may have. A line that a text of the repository begins says something in the name of the command. */
const STEERS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|^FORGED/m;

const SKILL = `---\nname: greet\ndescription: "Greets.\\e[2J\\nFORGED: all is well"\n---\nHello. ${EVIL}\n`;

/** All that can be said without an error, said by a repository that wants to look like the command. */
const SAID = {
  extends: [`./base${EVIL}.json`],
  compat: ['skills'],
  providers: { script: { use: '@loadout/model-script', options: { turns: [{ text: `Hi ${EVIL.replace('\n', ' ')}` }] } } },
  models: { own: { provider: 'script', id: `id${EVIL}` } },
  mcpServers: { s: { command: process.execPath, args: ['-e', `console.error(${JSON.stringify(EVIL)})`, EVIL], start: 'lazy' } },
  hooks: { Stop: [{ hooks: [{ type: 'command', command: `./none${EVIL}` }] }] },
  permissions: { allow: [`Bash(echo ${EVIL})`, 'Read'], deny: [`Read(secret${EVIL})`] },
};
const BASE = {
  plugins: { fs: '@loadout/tool-fs', shell: '@loadout/tool-shell' },
  agents: {
    main: { description: `d${EVIL}`, instructions: `i${EVIL}`, model: 'own', tools: ['Read', 'Bash'], skills: ['greet'] },
  },
};

/** A configuration in which nothing is as it has to be. */
const WRONG = {
  [`key${EVIL}`]: 1,
  extends: [`./none${EVIL}.json`],
  plugins: { [`p${EVIL}`]: `./plugin${EVIL}.mjs`, q: `package${EVIL}` },
  agents: { [`a${EVIL}`]: { model: `none${EVIL}`, tools: [`T${EVIL}`], subagents: [`b${EVIL}`], prompt: `\${param:${EVIL}}` } },
  mcpServers: { [`s${EVIL}`]: { command: 1, [`k${EVIL}`]: 2 } },
  hooks: { [`Stop${EVIL}`]: [], PreToolUse: [{ matcher: `[${EVIL}`, hooks: [{ type: `t${EVIL}` }] }] },
  permissions: { allow: [`Bash(${EVIL}`], mode: `m${EVIL}` },
};

const COMMANDS: readonly (readonly string[])[] = [
  ...[
    ['run', 'Hi.'],
    ['run', 'none'],
    ['resume', 'latest'],
    ['serve', 'mcp', '--plugin', 'none'],
    ['serve', 'http', 'none', '--no-auth'],
  ],
  ...['agents', 'tools', 'hooks', 'mcp', 'plugins', 'skills', 'none'].map((what) => ['list', what]),
  ...[['check'], ['check', '--strict'], ['tools'], ['context'], ['models'], ['doctor'], ['doctor', '--servers']],
  ...[
    ['config', 'print'],
    ['config', 'print', '--resolved'],
    ['config', 'print', '--origins'],
    ['trust', '--show'],
  ],
  ...[
    ['sessions'],
    ['sessions', 'name', 'none', 'x'],
    ['explain', 'Read(x)'],
    ['explain', `Bash(echo ${EVIL})`],
    ['explain', `Read(secret${EVIL})`],
    ['completion', 'bash'],
  ],
  ...[['lock'], ['lock', 'verify'], ['schema', '--print'], ['init'], ['add', './none'], ['remove', 'none'], ['cost']],
];

/** Kinds of output: a table, a list of mistakes, a text of the configuration, a question, and a run. */
const SOME = COMMANDS.filter((command) =>
  ['run Hi.', 'list agents', 'check', 'config print', 'trust --show'].includes(command.join(' ')),
);

/** JSON without a character that YAML does not take as it is. */
const asYaml = (value: unknown) =>
  JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

it.each([
  ['that it reads', SAID, { trust: true, check: 0, commands: COMMANDS }],
  ['that waits for trust', SAID, { trust: false, check: 0, commands: breadth(COMMANDS, SOME) }],
  ['that it refuses', WRONG, { trust: true, check: 2, commands: breadth(COMMANDS, SOME) }],
])(
  'no command lets a text of the repository %s steer the terminal or begin a line',
  async (_, document, { trust, check, commands }) => {
    const cwd = project({
      'agent.config.yaml': asYaml(document),
      [`base${EVIL}.json`]: JSON.stringify(BASE),
      '.claude/skills/greet/SKILL.md': SKILL,
    });
    for (const command of commands) {
      const { stdout, stderr } = await inProcess(command, { cwd, trust });
      expect({ command, stdout, stderr }).toEqual({
        command,
        stdout: expect.not.stringMatching(STEERS),
        stderr: expect.not.stringMatching(STEERS),
      });
    }
    expect((await inProcess(['check'], { cwd, trust })).code).toBe(check);
  },
);

it.each([
  ['reads', SAID, 0],
  ['refuses', WRONG, 2],
])('the built command says no line of a configuration in JSON that it %s', async (_, document, code) => {
  const cwd = project({
    'agent.config.json': JSON.stringify(document),
    [`base${EVIL}.json`]: JSON.stringify(BASE),
    '.claude/skills/greet/SKILL.md': SKILL,
  });
  const { stdout, stderr, ...checked } = await loadout(['check'], { cwd });
  expect([checked.code, stdout, stderr]).toEqual([code, expect.not.stringMatching(STEERS), expect.not.stringMatching(STEERS)]);
});
