import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { longIt } from '../../../../tests/lib/breadth.js';
import { loadPlan } from '../../../config/src/api/load-plan.js';
import { makeSandbox } from '../../../config/src/load/sandbox.fixture.js';
import { adding, allow, at, PERSONAL, personalProject } from './personal.test-kit.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

const KEPT = `allow Bash(npm test:*) ${PERSONAL}`;
const SHIPPED = 'permissions: { allow: ["Bash(curl:*)"], deny: ["Bash(sudo:*)"] }\n';

const EDITED = `# mine
permissions:
  deny:
    - Bash(dd:*)
  ask:
    - Bash(git push:*)
  # quiet ones
  allow:
    - Bash(npm test:*) # fast
  mode: plan # careful
`;

describe('a rule that is kept for a project', () => {
  it('allows such calls from now on, beside the rules of the project, and says where it stands', async () => {
    const { keep, rules, file, trust } = personalProject(sandbox);
    await trust('configuration');
    expect(await keep(allow('npm test:*'))).toEqual({
      file,
      rules: ['Bash(npm test:*)'],
      says: `Bash(npm test:*) is allowed in this project from now on, by ${PERSONAL}.`,
    });
    expect(await rules()).toEqual(['deny Bash(rm:*) agent.config.yaml', 'allow Bash(ls:*) agent.config.yaml', KEPT]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is added to those before it, once', async () => {
    const { keep, file } = personalProject(sandbox);
    for (const rule of ['npm test:*', 'npm run lint', 'npm test:*']) await keep(allow(rule));
    await keep(allow(undefined, 'mcp__a__b'));
    expect(parse(readFileSync(file, 'utf8'))).toEqual({
      permissions: { allow: ['Bash(npm test:*)', 'Bash(npm run lint)', 'mcp__a__b'] },
    });
  });

  it('leaves the comments and the other settings of the file', async () => {
    const { keep, file, load } = personalProject(sandbox, {
      [PERSONAL]:
        '# mine\nagents:\n  a: { model: anthropic/two } # cheaper\npermissions:\n  deny: ["Bash(git push:*)"] # never\n',
    });
    await keep(allow('npm test:*'));
    const text = readFileSync(file, 'utf8');
    for (const comment of ['# mine', '# cheaper', '# never']) expect(text).toContain(comment);
    const { plan } = await load();
    expect(plan.agents.a?.models).toEqual(['anthropic/two']);
    expect(plan.permissions.rules.filter(({ position }) => position?.file === file)).toHaveLength(2);
  });

  it('leaves the ends of lines of the file', async () => {
    const { keep, file } = personalProject(sandbox, { [PERSONAL]: '# mine\r\nx-mine: 1\r\n' });
    await keep(allow('npm test:*'));
    await keep(allow('npm ci'));
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^(?:[^\r\n]*\r\n)+$/);
    expect(text).toContain('Bash(npm ci)');
  });

  it('denies or asks too, and stands in the order in which rules are tried, with the comments where they were', async () => {
    const { keep, rules, file, trust } = personalProject(sandbox, {
      [PERSONAL]: '# mine\npermissions:\n  # quiet ones\n  allow:\n    - Bash(npm test:*) # fast\n  mode: plan # careful\n',
    });
    await trust('personal file');
    const said = (await keep(adding('deny', { toolName: 'Bash', ruleContent: 'dd:*' }))).says;
    expect(said).toBe(`Bash(dd:*) is denied in this project from now on, by ${PERSONAL}.`);
    expect((await keep(adding('ask', { toolName: 'Bash', ruleContent: 'git push:*' }))).says).toContain(
      'is asked about in this project',
    );
    const own = (await rules()).filter((text) => text.endsWith(PERSONAL));
    expect(own).toEqual([`deny Bash(dd:*) ${PERSONAL}`, `ask Bash(git push:*) ${PERSONAL}`, KEPT]);
    expect(readFileSync(file, 'utf8')).toBe(EDITED);
  });

  it('is not written into a file that is read-only, which the error names', async () => {
    const { keep, file } = personalProject(sandbox, { [PERSONAL]: '# mine\n' });
    chmodSync(file, 0o444);
    await expect(keep(allow('npm test:*'))).rejects.toMatchObject({
      code: 'RULE_NOT_KEPT',
      message: expect.stringContaining(`${file} is read-only`),
      fix: `Make it writable: chmod u+w ${PERSONAL}`,
    });
    expect(readFileSync(file, 'utf8')).toBe('# mine\n');
  });

  it.each([
    'echo ${HOME}',
    'echo $HOME $$ $${x} ${env:PATH:-x}',
    'grep "a: b" #x',
    "echo 'it'",
    'echo ${',
    'a\\b "c"',
    'ls | wc',
  ])('is the same rule when it is read again: %s', async (rule) => {
    const { keep, load, file } = personalProject(sandbox);
    await keep(allow(rule));
    const { plan } = await load();
    expect(plan.permissions.rules.find(({ position }) => position?.file === file)?.specifier).toBe(rule);
  });

  it.each([
    ['a rule for every tool', allow(undefined, '*')],
    ['a mode', { type: 'setMode', mode: 'bypassPermissions', destination: 'session' } as const],
    ['a rule that a file would say otherwise', allow('ls ', 'Bash x')],
    ['a rule about nothing', allow(' ')],
  ])('is not %s', async (_, update) => {
    const { keep, file } = personalProject(sandbox);
    await expect(keep(update)).rejects.toMatchObject({ code: 'RULE_NOT_KEPT' });
    expect(existsSync(file)).toBe(false);
  });

  it('goes into the file of that project alone', async () => {
    const [one, two] = [personalProject(sandbox), personalProject(sandbox)];
    await one.keep(allow('npm test:*'));
    expect(await one.rules()).toContain(KEPT);
    expect(await two.rules()).not.toContain(KEPT);
  });

  it('goes beside a configuration in .config, and beside no file with a name of its own', async () => {
    const { cwd, keep, rules } = personalProject(sandbox);
    mkdirSync(join(cwd, '.config'));
    renameSync(join(cwd, 'agent.config.yaml'), join(cwd, '.config/agent.config.yaml'));
    await keep(allow('npm test:*'), join(cwd, '.config/agent.config.yaml'));
    expect(await rules()).toContain(`allow Bash(npm test:*) .config/${PERSONAL}`);
    await expect(keep(allow('npm test:*'), join(cwd, 'ops.yaml'))).rejects.toMatchObject({ code: 'RULE_NOT_KEPT' });
  });
});

describe('a personal file that this user did not write here', () => {
  it('waits for trust, and its deny rules hold at once', async () => {
    const { rules, load, trust: trustIn } = personalProject(sandbox, { [PERSONAL]: SHIPPED });
    await trustIn('configuration');
    expect(await rules()).toEqual([
      'deny Bash(rm:*) agent.config.yaml',
      `deny Bash(sudo:*) ${PERSONAL}`,
      'allow Bash(ls:*) agent.config.yaml',
    ]);
    const { trust, plan } = await load();
    expect(trust?.personal).toMatchObject({ trusted: false, config: PERSONAL });
    expect(plan.waits).toBeUndefined();
    expect(plan.waiting?.rules.a?.map(({ specifier }) => specifier)).toContain('curl:*');
  });

  it('is not made theirs by an answer to a question', async () => {
    const { keep, file, rules } = personalProject(sandbox, { [PERSONAL]: SHIPPED });
    await expect(keep(allow('npm test:*'))).rejects.toMatchObject({
      code: 'RULE_NOT_KEPT',
      fix: expect.stringContaining('loadout trust'),
    });
    expect(readFileSync(file, 'utf8')).toBe(SHIPPED);
    expect(await rules()).not.toContain(KEPT);
  });

  it('is theirs once it was trusted, and takes rules then', async () => {
    const { keep, rules, trust } = personalProject(sandbox, { [PERSONAL]: SHIPPED });
    await trust('personal file');
    expect(await rules()).toContain(`allow Bash(curl:*) ${PERSONAL}`);
    await keep(allow('npm test:*'));
    expect(await rules()).toEqual(expect.arrayContaining([KEPT, `allow Bash(curl:*) ${PERSONAL}`]));
  });

  it('waits again after a change by somebody else', async () => {
    const { keep, rules, file } = personalProject(sandbox);
    await keep(allow('npm test:*'));
    appendFileSync(file, '    - Bash(curl:*)\n');
    expect(await rules()).not.toContain(KEPT);
    expect(parse(readFileSync(file, 'utf8')).permissions.allow).toContain('Bash(curl:*)');
    await expect(keep(allow('ls -l'))).rejects.toMatchObject({ code: 'RULE_NOT_KEPT' });
  });

  it('waits where the project was moved or copied to', async () => {
    const { cwd, keep, rules, trustFile } = personalProject(sandbox);
    await keep(allow('npm test:*'));
    cpSync(cwd, `${cwd}-copy`, { recursive: true });
    expect(await at(`${cwd}-copy`, trustFile).rules()).not.toContain(KEPT);
    expect(await rules()).toContain(KEPT);
    renameSync(cwd, `${cwd}-moved`);
    expect(await at(`${cwd}-moved`, trustFile).rules()).not.toContain(KEPT);
  });

  it('waits if it is a link, and no rule is written through it', async () => {
    const { cwd, keep, rules, file } = personalProject(sandbox, { 'other.yaml': SHIPPED });
    symlinkSync('other.yaml', file);
    expect(await rules()).not.toContain(`allow Bash(curl:*) ${PERSONAL}`);
    await expect(keep(allow('npm test:*'))).rejects.toMatchObject({ code: 'RULE_NOT_KEPT' });
    expect(readFileSync(join(cwd, 'other.yaml'), 'utf8')).toBe(SHIPPED);
  });

  it('that git tracks gets no rule, and waits here and in a clone', async () => {
    const { cwd, keep, git, file, rules, trustFile } = personalProject(sandbox);
    git('init', '-q');
    await keep(allow('npm test:*'));
    expect(await rules()).toContain(KEPT);
    git('add', '-A', '-f');
    git('commit', '-qm', 'x');
    await expect(keep(allow('ls -l'))).rejects.toMatchObject({
      code: 'RULE_NOT_KEPT',
      message: expect.stringContaining('git tracks'),
    });
    git('clone', '-q', '.', `${cwd}-clone`);
    expect(existsSync(join(`${cwd}-clone`, PERSONAL))).toBe(true);
    expect(await at(`${cwd}-clone`, trustFile).rules()).not.toContain(KEPT);
    expect(await rules()).not.toContain(KEPT);
    expect(existsSync(file)).toBe(true);
  });

  longIt(
    'that comes back with a clone in the same folder, byte for byte, waits until it was reviewed as a file of git',
    async () => {
      const { cwd, keep, git, rules, load, trust, trustFile } = personalProject(sandbox);
      await keep(allow(undefined));
      git('init', '-q');
      git('add', '-A', '-f');
      git('commit', '-qm', 'x');
      renameSync(cwd, `${cwd}-origin`);
      at(`${cwd}-origin`, trustFile).git('clone', '-q', '.', cwd);
      expect(await rules()).not.toContain(`allow Bash() ${PERSONAL}`);
      expect((await load()).trust?.personal).toMatchObject({ trusted: false, isTracked: true });
      await trust('personal file');
      expect(await rules()).toContain(`allow Bash() ${PERSONAL}`);
    },
  );

  longIt('that is added to git waits from the next start on, and no longer once it is taken out', async () => {
    const { cwd, keep, git, env, trustFile } = personalProject(sandbox);
    const none = join(cwd, 'none.yaml');
    const options = { cwd, env, trust: { file: trustFile }, cacheDir: join(cwd, '.cache'), userFile: none, managedFile: none };
    const acts = async () => (await loadPlan(options)).plan.permissions.rules.some(({ specifier }) => specifier === 'npm test:*');
    git('init', '-q');
    await keep(allow('npm test:*'));
    expect([await acts(), await acts()]).toEqual([true, true]);
    git('add', '-f', PERSONAL);
    expect([await acts(), await acts()]).toEqual([false, false]);
    git('rm', '-q', '--cached', PERSONAL);
    expect([await acts(), await acts()]).toEqual([true, true]);
  });
});

describe('in a git work tree', () => {
  it('the file is kept out of git by this clone alone, once', async () => {
    const { keep, git, cwd } = personalProject(sandbox);
    git('init', '-q');
    expect((await keep(allow('npm test:*'))).says).toMatch(/Git now ignores that file \(\.git\/info\/exclude\)\.$/);
    expect((await keep(allow('ls -l'))).says).not.toContain('ignores');
    expect(git('status', '--porcelain')).not.toContain(PERSONAL);
    expect(readFileSync(join(cwd, '.git/info/exclude'), 'utf8').split(PERSONAL)).toHaveLength(2);
    expect(existsSync(join(cwd, '.gitignore'))).toBe(false);
  });

  it('that ignores the file already, nothing is added', async () => {
    const { keep, git, cwd } = personalProject(sandbox, { '.gitignore': '*.local.yaml\n' });
    git('init', '-q');
    expect((await keep(allow('npm test:*'))).says).not.toContain('ignores');
    expect(readFileSync(join(cwd, '.git/info/exclude'), 'utf8')).not.toContain(PERSONAL);
  });

  longIt('of its own, below another folder, and in a linked work tree, the same', async () => {
    const { git, cwd, trustFile } = personalProject(sandbox);
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'x');
    git('worktree', 'add', '-q', `${cwd}-tree`);
    const linked = at(`${cwd}-tree`, trustFile);
    expect((await linked.keep(allow('npm test:*'))).says).toContain('Git now ignores');
    expect(linked.git('status', '--porcelain')).toBe('');
  });

  it('whose exclude file is a link, the link is not followed', async () => {
    const { keep, git, cwd } = personalProject(sandbox, { bashrc: 'mine\n' });
    git('init', '-q');
    renameSync(join(cwd, '.git/info/exclude'), join(cwd, '.git/info/old'));
    symlinkSync('../../bashrc', join(cwd, '.git/info/exclude'));
    expect((await keep(allow('npm test:*'))).says).toContain('add it to .gitignore');
    expect(readFileSync(join(cwd, 'bashrc'), 'utf8')).toBe('mine\n');
  });

  it('no program that the repository names runs, and no variable leads to another one', async () => {
    const { keep, git, cwd, env } = personalProject(sandbox);
    git('init', '-q');
    const ran = join(cwd, 'ran');
    git('config', 'core.fsmonitor', `touch ${ran}; false`);
    Object.assign(env, { GIT_DIR: join(cwd, 'nothing') });
    expect((await keep(allow('npm test:*'))).says).toContain('Git now ignores');
    expect(existsSync(ran)).toBe(false);
  });
});

describe('if it cannot be written', () => {
  it('a rule is refused with the reason, and all stays as it was', async () => {
    const { cwd, keep, file, rules } = personalProject(sandbox);
    await keep(allow('npm test:*'));
    const before = readFileSync(file, 'utf8');
    // Root may write anywhere, so a folder stands where the new content would be.
    mkdirSync(join(cwd, `.${PERSONAL}.${process.pid}`));
    await expect(keep(allow('ls -l'))).rejects.toMatchObject({ code: 'RULE_NOT_KEPT', message: expect.stringContaining(file) });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(await rules()).toContain(KEPT);
  });

  it('the record of trust: the file goes back to what is on record', async () => {
    const { keep, file, trustFile, rules } = personalProject(sandbox);
    await keep(allow('npm test:*'));
    const before = readFileSync(file, 'utf8');
    const blocked = join(dirname(trustFile), `.${basename(trustFile)}.${process.pid}`);
    mkdirSync(blocked);
    await expect(keep(allow('ls -l'))).rejects.toMatchObject({ code: 'TRUST_STORE' });
    const { keep: first, file: fresh } = personalProject(sandbox);
    await expect(first(allow('ls -l'))).rejects.toMatchObject({ code: 'TRUST_STORE' });
    renameSync(blocked, `${trustFile}.gone`);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(await rules()).toContain(KEPT);
    expect(existsSync(fresh)).toBe(false);
    expect(readdirSync(join(trustFile, '..')).filter((name) => name.endsWith('.lock'))).toEqual([]);
  });

  it('a file that others may not read keeps its mode', async () => {
    const { keep, file } = personalProject(sandbox, { [PERSONAL]: 'permissions: { deny: [WebFetch] }\n' });
    chmodSync(file, 0o640);
    await keep(allow('npm test:*'));
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  it('an unreadable file is refused as it is', async () => {
    const { keep, file } = personalProject(sandbox);
    for (const text of ['a: [', '- a\n', 'permissions: 3\n', 'permissions: { allow: x }\n']) {
      writeFileSync(file, text);
      await expect(keep(allow('npm test:*'))).rejects.toThrow();
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });
});
