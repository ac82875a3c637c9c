import { expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';

const config = (rules: string) => `plugins: { memory: "@loadout/tool-memory" }
permissions:
  ${rules}
agents:
  helper: { model: script/x, instructions: Answer., tools: [Memory] }
providers:
  script: { use: "@loadout/model-script", options: { turns: [{ text: Hi. }] } }
`;

const checked = async (rules: string) => {
  const { stdout } = await loadout(['check', '--json'], { cwd: project({ 'agent.config.yaml': config(rules) }) });
  const { problems } = JSON.parse(stdout) as {
    problems: { code: string; message: string; fix: string; position: { line: number } }[];
  };
  return problems.filter(({ code }) => code === 'CONFIG_RULE_NEVER');
};

it.each([
  ['deny: ["Memory(create:*)"]', 'create is a value of the parameter command', 'Write Memory(command:create).'],
  ['ask: ["Memory(delete)"]', 'delete is a value of the parameter command', 'Write Memory(command:delete).'],
  [
    'deny: ["Memory(command:creat)"]',
    'command is one of view, create, str_replace, insert, delete, rename',
    'Write Memory(command:create).',
  ],
  ['allow: ["Memory(create:*)"]', 'create is a value of the parameter command', 'Allow Memory, or the files: Edit(<path>).'],
])('a rule that no call of a note can match is a warning with the right form: %s', async (rules, problem, fix) => {
  expect(await checked(rules)).toMatchObject([
    {
      message: expect.stringContaining(`can never match: ${problem}.`),
      fix: expect.stringContaining(fix),
      position: { line: 3 },
    },
  ]);
});

it.each([
  'deny: ["Memory(command:create)", "Memory(command:*)", "Memory(path:/memories/team/*)"]',
  'ask: ["Memory", "Memory(command:str_*)", "Memory(*)"]',
  'deny: ["Memory(command)", "Memory(notes.md)", "Edit(.memories/**)"]',
])('a rule that a call can match is none: %s', async (rules) => {
  expect(await checked(rules)).toEqual([]);
});
