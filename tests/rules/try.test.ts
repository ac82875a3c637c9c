import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';

const config = (rules: readonly string[], more = '') => `plugins: { shell: '@loadout/tool-shell' }
providers:
  script:
    use: '@loadout/model-script'
    options:
      turns:
        - tools: [{ Bash: { command: touch a.txt } }]
        - tools: [{ Bash: { command: git push } }]
        - text: Done.
agents: { helper: { model: script/demo, instructions: Answer., tools: [Bash] } }
permissions:
${rules.map((rule) => `  ${rule}\n`).join('')}${more}`;

describe('loadout rules try --ref', () => {
  let cwd: string;
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'commit.gpgsign=false', ...args], { cwd });
  const change = (rules: readonly string[], more?: string) => writeFileSync(join(cwd, 'agent.config.yaml'), config(rules, more));
  const sees = (args: readonly string[], trust = false) => loadout(args, { cwd, trust, env: { HOME: join(cwd, '.home') } });
  const tried = (...args: readonly string[]) => sees(['rules', 'try', ...args]);

  beforeAll(async () => {
    cwd = project({ 'agent.config.yaml': config(["allow: ['Bash(touch:*)']", "deny: ['Bash(git push:*)']"]) });
    git('init', '--quiet', '--initial-branch=main');
    git('add', 'agent.config.yaml');
    git('commit', '--quiet', '-m', 'rules');
    await sees(['run', 'helper', 'Go.'], true);
    expect(existsSync(join(cwd, 'a.txt'))).toBe(true);
  });

  it('says that nothing turns, and exits with 0, before anything has changed', async () => {
    expect(await tried('--ref', 'main')).toMatchObject({ code: 0, stdout: 'All 2 calls on record are decided as before.\n' });
  });

  it('shows a call that was denied and would be allowed with both rules, and exits with 1', async () => {
    change(["allow: ['Bash(touch:*)', 'Bash(git push:*)']"]);
    const { code, stdout } = await tried('--ref', 'main');
    expect([code, stdout]).toEqual([
      1,
      [
        'deny -> allow  1 call  WAS DENIED',
        '  before: deny Bash(git push:*) (main:agent.config.yaml:13:10)',
        '  after:  allow Bash(git push:*) (agent.config.yaml:12:28)',
        '    Bash: git push',
        '',
        '1 of 2 calls would be decided differently. 1 call that was denied would be allowed.',
        '',
      ].join('\n'),
    ]);
  });

  it('exits with 0 for a change that only denies or asks more, and needs no trust', async () => {
    change(["ask: ['Bash(touch:*)']", "deny: ['Bash(git push:*)']"]);
    const { code, stdout } = await tried('--ref', 'main', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      judged: 2,
      unjudged: {},
      turns: [
        {
          call: 'Bash: touch a.txt',
          widens: false,
          before: { behavior: 'allow' },
          after: { behavior: 'ask', rule: 'Bash(touch:*)' },
        },
      ],
    });
  });

  it('plays a file against the rules of now', async () => {
    change(["allow: ['Bash(touch:*)']", "deny: ['Bash(git push:*)']"]);
    writeFileSync(join(cwd, 'wider.yaml'), config(["allow: ['Bash(git push:*)']"]));
    const { code, stdout } = await tried('wider.yaml');
    expect(code).toBe(1);
    expect(stdout).toContain('  after:  allow Bash(git push:*) (wider.yaml:12:11)\n');
    expect(stdout).toContain('allow -> ask  1 call\n');
  });

  it('sees a mode that allows everything', async () => {
    change(['mode: bypassPermissions']);
    expect((await tried('--ref', 'main')).code).toBe(1);
  });

  it('runs nothing of the other version', async () => {
    const secret =
      "secrets: { KEY: { command: ['touch', 'ran.txt'] } }\nmcpServers: { x: { command: 'true', env: { K: '${secret:KEY}' } } }\n";
    change(["allow: ['Bash(touch:*)']"], secret);
    git('commit', '--quiet', '-am', 'secret');
    expect((await tried('--ref', 'main')).stderr).toBe('');
    expect(existsSync(join(cwd, 'ran.txt'))).toBe(false);
    await sees(['context', 'helper'], true);
    expect(existsSync(join(cwd, 'ran.txt'))).toBe(true);
    rmSync(join(cwd, 'ran.txt'));
    writeFileSync(join(cwd, 'other.mjs'), "import { writeFileSync } from 'node:fs'; writeFileSync('ran.txt', '');");
    expect(await tried('other.mjs')).toMatchObject({ code: 2, stderr: expect.stringContaining('RULES_VERSION_RUNS') });
    expect(existsSync(join(cwd, 'ran.txt'))).toBe(false);
  });

  it.each([['nowhere'], ['--output=ran.txt'], ['main:x'], ['']])('refuses the ref %j', async (ref) => {
    const { code, stderr } = await tried(`--ref=${ref}`);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('error RULES_REF_UNREAD: agent.config.yaml cannot be read at the git ref'),
    ]);
    expect(existsSync(join(cwd, 'ran.txt'))).toBe(false);
  });

  it('asks for a version if none is given', async () => {
    expect(await tried()).toMatchObject({ code: 2, stderr: expect.stringContaining('RULES_VERSION_MISSING') });
    expect(readFileSync(join(cwd, 'agent.config.yaml'), 'utf8')).toContain('secrets');
  });
});
