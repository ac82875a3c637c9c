import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeSandbox } from '../../../config/src/load/sandbox.fixture.js';
import { checkSkills } from './check-skill.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

const GOOD = 'name: notes\ndescription: Writes notes. Use it for a release.';
const skill = (head = GOOD, body = 'Do it.') => ({ 'notes/SKILL.md': `---\n${head}\n---\n${body}\n` });

async function problems(files: Readonly<Record<string, string>>) {
  const checked = await checkSkills(sandbox.project(files));
  return checked.flatMap(({ problems: found }) => found.map((one) => `${one.severity} ${one.position?.line} ${one.message}`));
}

it.each([
  [
    'the six fields of the specification',
    `${GOOD}\nlicense: MIT\ncompatibility: Needs git.\nmetadata: { author: me, version: "1" }\nallowed-tools: Bash(git log:*) Read`,
  ],
  ['the fields of Claude Code', `${GOOD}\nargument-hint: "[tag]"\ndisable-model-invocation: true\ncontext: fork`],
])('a skill with %s is good', async (_, head) => {
  expect(await problems(skill(head))).toEqual([]);
});

it.each([
  ['no name', 'description: D.', 'error 2 name is missing'],
  ['a name with capitals', 'name: Notes\ndescription: D.', 'error 2 name is "Notes", not 1 to 64'],
  ['a name with two hyphens', 'name: no--tes\ndescription: D.', 'error 2 name is "no--tes", not 1 to 64'],
  ['a name with a hyphen at its end', 'name: notes-\ndescription: D.', 'error 2 name is "notes-", not 1 to 64'],
  ['a name of 65 characters', `name: ${'a'.repeat(65)}\ndescription: D.`, 'not 1 to 64'],
  [
    'a name that is not that of the folder',
    'name: other\ndescription: D.',
    'error 2 name is "other", and the folder is called "notes"',
  ],
  ['no description', 'name: notes', 'error 2 description is missing'],
  [
    'a long description',
    `name: notes\ndescription: ${'a'.repeat(1025)}`,
    'error 3 description has 1025 characters; the limit is 1024',
  ],
  [
    'a long note on compatibility',
    `${GOOD}\ncompatibility: ${'a'.repeat(501)}`,
    'error 4 compatibility has 501 characters; the limit is 500',
  ],
  ['metadata with a number', `${GOOD}\nmetadata: { version: 1.0 }`, 'error 4 metadata is not a map of texts'],
  ['a list of tools', `${GOOD}\nallowed-tools: [Read]`, 'error 4 allowed-tools is a list'],
  ['a field that nobody knows', `${GOOD}\nauthor: me`, 'warning 4 '],
  ['frontmatter that is no YAML', 'name: [a', 'error 2 This is not valid YAML'],
])('%s is one problem with its line', async (_, head, message) => {
  const found = await problems(skill(head));
  expect(
    found.filter((one) => one.includes(message)),
    found.join('\n'),
  ).toHaveLength(1);
});

it('a reference must name a file inside the folder of the skill', async () => {
  const body =
    'See [a](references/a.md#top), [web](https://x.test/a.md), [gone](gone.md).\nRun `scripts/run.sh` or scripts/gone.sh, not <scripts/x>.\n[out](../other.md) [link](linked.md)';
  const cwd = sandbox.project({
    ...skill(GOOD, body),
    'notes/references/a.md': 'A.',
    'notes/scripts/run.sh': '',
    'other.md': 'O.',
  });
  symlinkSync(join(cwd, 'other.md'), join(cwd, 'notes/linked.md'));
  const [checked] = await checkSkills(cwd);
  expect(checked?.problems.map(({ message, position }) => `${position?.line} ${message}`)).toEqual([
    '5 The reference "gone.md" names no file.',
    '6 The reference "scripts/gone.sh" names no file.',
    '6 The reference "scripts/x" names no file.',
    '7 The reference "../other.md" leads out of the folder of the skill.',
    '7 The reference "linked.md" leads out of the folder of the skill.',
  ]);
});

it('a file of a sibling skill is a warning, and one outside of the collection and the repository an error', async () => {
  const body = '[next](../next/SKILL.md) [up](../../docs/a.md)\n[out](../../../beyond.md) [gone](../gone/SKILL.md)';
  const cwd = sandbox.project({
    'repo/.git/HEAD': '',
    'repo/docs/a.md': 'A.',
    'beyond.md': 'B.',
    'repo/skills/notes/SKILL.md': `---\n${GOOD}\n---\n${body}\n`,
    'repo/skills/next/SKILL.md': '---\nname: next\ndescription: N. Use it next.\n---\n[back](../notes/SKILL.md)\n',
  });
  const checked = await checkSkills(join(cwd, 'repo/skills'));
  expect(checked.flatMap(({ problems: all }) => all.map(({ severity, message }) => `${severity} ${message}`))).toEqual([
    'warning The reference "../notes/SKILL.md" leads out of the folder of the skill.',
    'error The reference "../../../beyond.md" leads out of the folder of the skill.',
    'error The reference "../gone/SKILL.md" names no file.',
    'warning The reference "../next/SKILL.md" leads out of the folder of the skill.',
    'warning The reference "../../docs/a.md" leads out of the folder of the skill.',
  ]);
});

it('a file of the repository is a warning: a skill of this repository finds it, and a copied one does not', async () => {
  const cwd = sandbox.project({ ...skill(GOOD, 'Run `scripts/build.py`.'), 'scripts/build.py': '', '.git/HEAD': '' });
  const [checked] = await checkSkills(cwd);
  expect(checked?.problems.map(({ severity, message }) => [severity, message])).toEqual([
    ['warning', 'The reference "scripts/build.py" names a file of the repository, and none of the skill.'],
  ]);
});

it('a file beside the repository is no file of it', async () => {
  const cwd = sandbox.project({
    'repo/.git/HEAD': '',
    'outside.md': '',
    'repo/notes/SKILL.md': `---\n${GOOD}\n---\nSee [it](../outside.md).\n`,
  });
  const [checked] = await checkSkills(join(cwd, 'repo'));
  expect(checked?.problems.map(({ severity, message }) => [severity, message])).toEqual([
    ['error', 'The reference "../outside.md" names no file.'],
  ]);
});

it('a long text, and none, is a warning', async () => {
  expect(await problems(skill(GOOD, 'x\n'.repeat(501)))).toEqual([expect.stringMatching(/^warning 5 The text has 501 lines/)]);
  expect(await problems(skill(GOOD, ''))).toEqual([expect.stringMatching(/^warning .* The text is missing/)]);
});

it('a folder of skills is checked skill by skill, and a folder without one has none', async () => {
  const cwd = sandbox.project({ ...skill(), 'two/SKILL.md': 'Text alone.', 'none/README.md': '' });
  expect((await checkSkills(cwd)).map(({ folder, problems: found }) => [folder.slice(cwd.length), found.length])).toEqual([
    ['/notes', 0],
    ['/two', 2],
  ]);
  expect(await checkSkills(join(cwd, 'notes'))).toHaveLength(1);
  expect(await checkSkills(join(cwd, 'none'))).toEqual([]);
});

it('a pipe or a folder in the place of SKILL.md is an error, and is not waited for', async () => {
  const cwd = sandbox.project({ 'folder/SKILL.md/x.txt': '', 'pipe/x.txt': '' });
  execFileSync('mkfifo', [join(cwd, 'pipe/SKILL.md')]);
  const checked = await checkSkills(cwd);
  expect(checked.map(({ problems: found }) => found.map(({ message }) => message))).toEqual([
    ['SKILL.md is not a file.'],
    ['SKILL.md is not a file.'],
  ]);
});
