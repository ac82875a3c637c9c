import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, problems } from '../../../config/src/load/sandbox.fixture.js';
import { config, skill, skillSandbox } from './skills.fixture.js';

const sandbox = skillSandbox();
const { read, project } = sandbox;
beforeAll(() => sandbox.install());
afterAll(() => sandbox.remove());

describe('skills are found', () => {
  const home = () => join(sandbox.root, 'home');
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const USER = ['.config/agents/skills', '.agents/skills', '.claude/skills'];
  const env = () => ({ env: { HOME: home() } });

  it("in the user's folders, then in the project's: the later of two with one name replaces the other as a whole (SKILL-02)", async () => {
    for (const [index, dir] of USER.entries())
      for (const name of [`user-${index}`, 'all', 'user'])
        put(join(home(), dir, name, 'SKILL.md'), skill(`description: ${dir}\nallowed-tools: Write`));
    const files = Object.fromEntries(
      ['.agents/skills', '.claude/skills'].flatMap((dir) => [
        [`${dir}/all/SKILL.md`, skill(`description: project ${dir}`)],
        [`${dir}/${dir.slice(1, 7)}/SKILL.md`, dir],
      ]),
    );
    const { skills } = await read(files, config('true'), env());
    expect(
      Object.entries(skills)
        .map(([name, one]) => `${name}: ${one.description}`)
        .sort(),
    ).toEqual([
      'agents: .agents/skills',
      'all: project .claude/skills',
      'claude: .claude/skills',
      'user-0: .config/agents/skills',
      'user-1: .agents/skills',
      'user-2: .claude/skills',
      'user: .claude/skills',
    ]);
    expect(skills.all?.allowedTools).toEqual([]);
  });

  it('by name, in folders of a namespace, and not after null removes them (SKILL-02)', async () => {
    const text = config(
      '{ dirs: [skills], notes: extra/notes, one: one.md, acme: ./vendor, gone: null }',
      'extends: ./base.yaml\n',
    );
    const { skills, said } = await read(
      {
        'base.yaml': 'skills: { dirs: skills }\n',
        'skills/gone/SKILL.md': 'x',
        'extra/notes/SKILL.md': skill('name: other'),
        'one.md': 'One.',
        'vendor/deploy/SKILL.md': 'x',
        'vendor/no-skill/readme.md': 'x',
      },
      text.replace('dirs: [skills], ', ''),
    );
    expect(said).toEqual([]);
    expect(Object.keys(skills).sort()).toEqual(['acme:deploy', 'notes', 'one']);
    expect(skills['acme:deploy']?.name).toBe('acme:deploy');
  });

  it('only inside the repository, whatever paths and links say', async () => {
    put(join(sandbox.root, 'outside/x/SKILL.md'), 'Secret.');
    const cwd = project({ 'skills/a/SKILL.md': 'x' }, config('{ dirs: [skills, ../outside, ~/own], b: ../outside/x }'));
    symlinkSync(join(sandbox.root, 'outside/x'), join(cwd, 'skills/linked'));
    const { plan, warnings } = await load(cwd, env());
    expect(Object.keys(plan.skills ?? {})).toEqual(['a']);
    expect(warnings.map((one) => one.message)).toEqual([
      expect.stringMatching(/skills\/linked\/SKILL\.md is ignored: it leads out of the repository/),
      expect.stringMatching(/\.\.\/outside is ignored: it leads out of the repository/),
      expect.stringMatching(/~\/own is ignored/),
      expect.stringMatching(/\.\.\/outside\/x is ignored/),
    ]);
  });

  it.each([
    ['3', 'CONFIG_WRONG_TYPE skills'],
    ['[skills]', 'CONFIG_WRONG_TYPE skills'],
    ['{ dirs: [3] }', 'CONFIG_WRONG_TYPE skills.dirs[0]'],
    ['{ notes: 3 }', 'CONFIG_WRONG_TYPE skills.notes'],
    ['{ notes: ./gone }', 'CONFIG_FILE_MISSING skills.notes'],
  ])('skills: %s is refused', async (value, problem) => {
    expect(await problems(project({}, config(value)))).toEqual([problem]);
  });

  it('with a warning for a missing folder; false and null mean no skills', async () => {
    expect((await read({}, config('{ dirs: [gone] }'))).said).toEqual([
      expect.stringMatching(/gone is ignored: there is no such/),
    ]);
    for (const value of ['false', 'null']) expect((await read({}, config(value))).skills).toEqual({});
  });

  it('not by a configuration that is code', async () => {
    const cwd = sandbox.bare({ 'agent.config.mjs': 'export default { skills: true, agents: { main: {} } };\n' });
    expect(await problems(cwd)).toEqual(['CONFIG_COMPAT_CODE skills']);
  });

  it('among the commands of another tool: a person starts them, and folders are part of their names (CFG-13)', async () => {
    const files = {
      '.claude/commands/fix-issue.md': skill('description: Fixes\nargument-hint: [number]\nallowed-tools: Bash(gh issue view:*)'),
      '.claude/commands/web/test.md': 'Run the tests of $ARGUMENTS.',
      '.claude/commands/both.md': 'Command.',
      '.claude/skills/both/SKILL.md': 'Skill.',
    };
    const { skills, said } = await read(files, config('', 'compat: [commands, skills]\n'));
    expect(said).toEqual([]);
    expect(skills['fix-issue']).toMatchObject({
      argumentHint: '[number]',
      allowedTools: ['Bash(gh issue view:*)'],
      modelInvocable: false,
    });
    expect(skills['web:test']).toMatchObject({ description: 'Run the tests of $ARGUMENTS.', userInvocable: true });
    expect(skills.both).toMatchObject({ description: 'Skill.', modelInvocable: true });
  });

  it("by an agent that loads their text from the start; another tool's agent may name a missing skill (AGENT-02)", async () => {
    const files = {
      'skills/a/SKILL.md': 'x',
      '.claude/agents/other.md': skill('skills: a, gone'),
    };
    const text = 'compat: [agents]\nskills: { dirs: skills }\nagents: { main: { skills: [a] } }\n';
    const { agents, said } = await read(files, text);
    expect([agents.main?.skills, agents.other?.skills]).toEqual([['a'], ['a']]);
    expect(said).toEqual([expect.stringMatching(/^2:\d+ There is no skill "gone"/)]);
    const wrong = 'skills: { dirs: skills }\nagents: { main: { skills: [b] } }\n';
    expect(await problems(project(files, wrong))).toEqual(['CONFIG_SKILL_UNKNOWN agents.main.skills[0]']);
  });

  describe('and before somebody trusts the repository', () => {
    const hooks = 'hooks:\n  Stop:\n    - hooks: [{ type: command, command: ./x.sh }]';
    const file = (body: string) => skill(`allowed-tools: Bash\ntool-restrictions: Read\n${hooks}`, body);
    const trust = { file: join(sandbox.root, 'trust.json') };

    it('their hooks and allow rules are off, the rest applies (SKILL-07)', async () => {
      const { skills, trust: verdict } = await read({ 'skills/x/SKILL.md': file('Go.'), 'x.sh': '' }, undefined, { trust });
      expect(verdict?.parts.map((one) => [one.path, one.files.map(({ path }) => path)])).toEqual([
        ['skills.x.allowedTools', []],
        ['skills.x.hooks.Stop[0].hooks[0]', ['x.sh']],
      ]);
      expect(skills.x).toMatchObject({ allowedTools: [], hooks: [], toolRestrictions: ['Read'], description: 'Go.' });
    });

    it('their hooks apply once it is trusted, and only the commands of the text are bound (T2)', async () => {
      const hash = async (body: string) =>
        (await read({ 'skills/x/SKILL.md': file(body) }, undefined, { trust })).trust?.hash ?? '';
      const trusted = { trust: { ...trust, hashes: [await hash('Go.')] } };
      const { skills } = await read({ 'skills/x/SKILL.md': file('Go.') }, undefined, trusted);
      expect(skills.x).toMatchObject({ allowedTools: ['Bash'], hooks: [{ event: 'Stop', entry: { command: './x.sh' } }] });
      expect(await hash('Go!')).toBe(await hash('Go.'));
      expect(await hash('Go. !`ls`')).not.toBe(await hash('Go.'));
      expect(await hash('Go. !`ls`')).not.toBe(await hash('Go. !`rm x`'));
    });

    it("the user's own skills need no trust, unless the repository is the home folder", async () => {
      put(join(home(), '.claude/skills/mine/SKILL.md'), file('Go.'));
      const { skills, trust: verdict } = await read({}, config('true'), { trust, ...env() });
      expect(skills.mine?.allowedTools).toEqual(['Bash']);
      expect(verdict?.parts).toEqual([]);
      const cwd = project({ '.claude/skills/mine/SKILL.md': file('Go.') }, config('{ dirs: [~/.claude/skills] }'));
      const inside = await load(cwd, { trust, env: { HOME: cwd } });
      expect(inside.plan.skills?.mine?.allowedTools).toEqual([]);
    });
  });
});

describe('a SKILL.md that is not a regular file is told', () => {
  const pipe = (file: string) => {
    mkdirSync(dirname(file), { recursive: true });
    execFileSync('mkfifo', [file]);
  };

  it.each(['{ notes: skills/notes }', '{ all: skills }', '{ dirs: [skills] }'])(
    'in the folder of a skill, and its skill is left out: skills: %s',
    async (written) => {
      const cwd = project({ 'skills/other/SKILL.md': skill('description: Other') }, config(written));
      const file = join(cwd, 'skills/notes/SKILL.md');
      pipe(file);
      const { warnings } = await load(cwd);
      expect(warnings.map(({ code, message }) => [code, message.includes(`${file} is not a regular file`)])).toEqual([
        ['CONFIG_COMPAT_LOST', true],
      ]);
    },
  );

  it('as a file that is named itself', async () => {
    const cwd = project({}, config('{ notes: notes.md }'));
    pipe(join(cwd, 'notes.md'));
    await expect(load(cwd)).rejects.toMatchObject({
      problems: [{ code: 'CONFIG_FILE_MISSING', message: `The file ${join(cwd, 'notes.md')} is not a regular file.` }],
    });
  });
});
