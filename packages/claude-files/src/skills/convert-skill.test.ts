import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitWords } from './convert-lists.js';
import { config, skill, skillSandbox } from './skills.fixture.js';

const sandbox = skillSandbox();
const { read } = sandbox;
beforeAll(() => sandbox.install());
afterAll(() => sandbox.remove());

describe('a skill', () => {
  it('is read with a real YAML parser: text over several lines, quotes, lists and comments (SKILL-01)', async () => {
    const fields = [
      'name: release-notes # its name',
      'description: >-\n  Writes notes\n  for a release.',
      'when_to_use: "Asked for: notes"',
      "argument-hint: '[from] [to]'",
      'arguments: [from, to]',
      'aliases:\n  - notes\n  - changelog',
      'allowed-tools: Bash(git log --format=%h, *) Read, Edit(docs/**)',
      'disallowed-tools: [Write]',
      'tool-restrictions: Bash, Read',
      'model: fast\neffort: high\ncontext: fork\nagent: writer',
      'paths: "docs/**, *.md"',
      'metadata: { author: me }\nlicense: MIT\ncompatibility: any',
    ];
    const text = config('{ dirs: skills }', 'models: { fast: { provider: anthropic, id: x } }\n');
    const { skills, said, cwd } = await read({ 'skills/notes/SKILL.md': skill(fields.join('\n')) }, text);
    expect(said).toEqual([]);
    const { position, ...rest } = skills['release-notes'] ?? {};
    expect(rest).toEqual({
      name: 'release-notes',
      description: 'Writes notes for a release.',
      whenToUse: 'Asked for: notes',
      argumentHint: '[from] [to]',
      arguments: ['from', 'to'],
      aliases: ['notes', 'changelog'],
      modelInvocable: true,
      userInvocable: true,
      allowedTools: ['Bash(git log --format=%h, *)', 'Read', 'Edit(docs/**)'],
      disallowedTools: ['Write'],
      toolRestrictions: ['Bash', 'Read'],
      model: 'fast',
      effort: 'high',
      context: 'fork',
      agent: 'writer',
      hooks: [],
      paths: ['docs/**', '*.md'],
      file: join(cwd, 'skills/notes/SKILL.md'),
      dir: join(cwd, 'skills/notes'),
    });
    expect(position).toEqual({ file: join(cwd, 'skills/notes/SKILL.md'), line: 2, column: 7 });
  });

  it('needs no field: the folder is its name, and its first line is the description', async () => {
    const { skills, said } = await read({ 'skills/plain/SKILL.md': '\n# Plain words\n\nDo ${it} $1.\n' });
    expect(said).toEqual([]);
    expect(skills.plain).toMatchObject({ description: 'Plain words', aliases: [], allowedTools: [], modelInvocable: true });
    expect(skills.plain).not.toHaveProperty('toolRestrictions');
  });

  it('reports an unknown field with its file and line (SKILL-01)', async () => {
    const fields = 'name: x\ncolour: red\nshell: powershell\ncontext: away\nmodel: opus\narguments: { a: b }';
    const { said, skills } = await read({ 'skills/x/SKILL.md': skill(fields) });
    expect(said).toEqual([
      '3:1 skills/x/SKILL.md: colour is ignored: Loadout does not know it.',
      '4:1 skills/x/SKILL.md: shell is ignored: commands in the text run in bash.',
      expect.stringMatching(/^5:10 .*context is ignored: it can only be fork/),
      expect.stringMatching(/^6:8 .*there is no model "opus" under models, so it changes no model/),
      expect.stringMatching(/^7:12 .*arguments is ignored: it must be text, or a list of texts/),
    ]);
    expect(skills.x).not.toHaveProperty('model');
  });

  it('with an invalid file is reported and left out, and the others stay', async () => {
    const files = { 'skills/bad/SKILL.md': skill('a: [1'), 'skills/nul/SKILL.md': 'x\0', 'skills/good/SKILL.md': 'Good.' };
    const { skills, said } = await read(files);
    expect(Object.keys(skills)).toEqual(['good']);
    expect(said).toEqual([
      expect.stringMatching(/skills\/nul\/SKILL\.md is ignored: .*NUL/),
      expect.stringMatching(/^2:\d+ skills\/bad\/SKILL\.md: the skill bad is ignored: .*not closed/),
    ]);
  });

  it('accepts hints and switches as people write them', async () => {
    const file = (fields: string) => skill(`description: Does: it\n${fields}`);
    const { skills } = await read({
      'skills/a/SKILL.md': file('argument-hint: [issue] [branch]\ndisable-model-invocation: true'),
      'skills/b/SKILL.md': skill('argument-hint: [issue, branch]\nuser-invocable: false'),
      'skills/c/SKILL.md': skill('disable-model-invocation: yes\nuser-invocable: no'),
      'skills/e/SKILL.md': skill('argument-hint: [depth: quick|full, 3]'),
      'skills/f/SKILL.md': skill('argument-hint: { depth: quick }'),
      'skills/d/SKILL.md': file('disable-model-invocation: false\nuser-invocable: true'),
    });
    const of = (name: string) => [skills[name]?.argumentHint, skills[name]?.modelInvocable, skills[name]?.userInvocable];
    expect([of('a'), of('b'), of('c'), of('d')]).toEqual([
      ['[issue] [branch]', false, true],
      ['[issue, branch]', true, false],
      [undefined, false, false],
      [undefined, true, true],
    ]);
    expect([skills.e?.argumentHint, skills.f?.argumentHint]).toEqual(['[depth: quick|full, 3]', 'depth: quick']);
  });

  it.each(['3', '{ a: b }', '[Read, 3]', '"Read("', 'true'])(
    'with an invalid list of restrictions, such as %s, has no tool at all (SKILL-10)',
    async (value) => {
      const { skills, said } = await read({ 'skills/x/SKILL.md': skill(`tool-restrictions: ${value}`) });
      expect(skills.x?.toolRestrictions).toEqual([]);
      expect(said).toEqual([expect.stringMatching(/^2:\d+ .*tool-restrictions is ignored: .*no tool at all/)]);
    },
  );

  it('allows nothing by an invalid allow rule, and denies the whole tool by an invalid deny rule (SKILL-10)', async () => {
    const { skills, said } = await read({
      'skills/x/SKILL.md': skill('allowed-tools: ["Bash(", "*", Read]\ndisallowed-tools: ["Bash(rm", Write]'),
    });
    expect(skills.x).toMatchObject({ allowedTools: ['Read'], disallowedTools: ['Bash', 'Write'] });
    expect(said).toHaveLength(3);
  });

  it('drops and reports an alias that belongs to another skill', async () => {
    const { skills, said } = await read({
      'skills/a/SKILL.md': skill('aliases: [b, c, d]'),
      'skills/b/SKILL.md': skill('aliases: [c, b]'),
    });
    expect([skills.a?.aliases, skills.b?.aliases]).toEqual([['c', 'd'], ['b']]);
    expect(said.map((one) => one.replace(/^\S+ /, ''))).toEqual([
      'The skill a cannot have the alias b: that name is taken by b.',
      'The skill b cannot have the alias c: that name is taken by a.',
    ]);
  });
});

it('words are split outside of parentheses, however long the text is', () => {
  expect(splitWords('Bash(git add *) Read,Edit(a b),  X')).toEqual(['Bash(git add *)', 'Read', 'Edit(a b)', 'X']);
  expect(splitWords(`${'('.repeat(100_000)} ${','.repeat(100_000)}`)).toHaveLength(1);
});
