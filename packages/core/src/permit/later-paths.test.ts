import { describe, expect, it } from 'vitest';
import { decide } from './decide.js';
import { callOf, layersOf, rule, write } from './decide.test-kit.js';
import { namesSteering, runsLater, STEERING_FILES } from './later-paths.js';

const decided = (path: string, mode: 'acceptEdits' | 'bypassPermissions' | 'default', ...allow: string[]) =>
  decide(
    callOf('Write', [write(path)]),
    layersOf(
      allow.map((text) => rule('allow', text)),
      { mode },
    ),
  ).behavior;

/** A path that a row means. */
const pathOf = (row: string) => `${row.replace('*', 'x')}${row.endsWith('/') ? 'y' : ''}`;

const OTHERS = [
  '.github/copilot-instructions.md',
  'packages/core/AGENTS.md',
  'deep/Jenkinsfile',
  '.github/workflows/deep/ci.yml',
];

describe('files that steer other programs and agents (C10)', () => {
  it.each([...STEERING_FILES.map(pathOf), ...OTHERS])(
    '%s is never written unasked by a mode, but by a rule that names it',
    (name) => {
      const path = `/repo/${name}`;
      for (const one of [path, path.toUpperCase().replace('/REPO', '/repo')]) {
        expect(runsLater(one)).toBe('steering');
        expect(decided(one, 'acceptEdits')).toBe('ask');
        expect(decided(one, 'bypassPermissions', 'Edit(/**)', 'Edit', 'Edit(*)')).toBe('ask');
      }
      expect(decided(path, 'default', `Edit(/${name})`)).toBe('allow');
      expect(decided(path, 'acceptEdits', `Edit(/${name})`)).toBe('allow');
    },
  );

  it.each([
    ['Edit(.github/**)', '/repo/.github/workflows/ci.yml', 'allow'],
    ['Edit(**/AGENTS.md)', '/repo/packages/x/AGENTS.md', 'allow'],
    ['Edit(lefthook.*)', '/repo/lefthook.yml', 'allow'],
    ['Edit(/packages/**)', '/repo/packages/x/AGENTS.md', 'ask'],
    ['Edit(**/*.md)', '/repo/AGENTS.md', 'ask'],
    ['Edit(**/*.yml)', '/repo/.github/workflows/ci.yml', 'ask'],
    ['Edit(AGENTS.md)', '/repo/.github/workflows/ci.yml', 'ask'],
  ])('%s and %s: %s', (text, path, expected) => expect(decided(path, 'default', text)).toBe(expected));

  it.each(['.github', '.gitlab', '.yarn', 'packages/x/.github', '.GITHUB'])(
    'a write of all that is below %s may bring one (N1)',
    (name) => {
      const path = `/repo/${name}`;
      const below = { kind: 'write' as const, path, below: true };
      const asked = (...allow: string[]) =>
        decide(
          callOf('Bash', [below]),
          layersOf(
            allow.map((text) => rule('allow', text)),
            { mode: 'acceptEdits' },
          ),
        ).behavior;
      expect(runsLater(path, true)).toBe('steering');
      expect(runsLater(path)).toBeUndefined();
      expect([asked(), asked('Edit(/**)')]).toEqual(['ask', 'ask']);
      expect(asked(`Edit(/${name}/**)`, `Edit(/${name})`)).toBe('allow');
    },
  );

  it.each(['src', 'tools', '.github/ISSUE_TEMPLATE', 'docs/github'])('a write of all that is below %s brings none', (name) =>
    expect(runsLater(`/repo/${name}`, true)).toBeUndefined(),
  );

  it('a write below .config may bring a protected file (N1)', () => expect(runsLater('/repo/.config', true)).toBe('protected'));

  it('the rule of a command that changes files does not name them', () => {
    const touch = { kind: 'run' as const, text: 'touch AGENTS.md', words: ['touch', 'AGENTS.md'] };
    const named = { kind: 'write' as const, path: '/repo/AGENTS.md', by: ['touch AGENTS.md'] };
    expect(decide(callOf('Bash', [touch, named]), layersOf([rule('allow', 'Bash(touch:*)')])).behavior).toBe('ask');
  });

  it.each(['/repo/.github/CODEOWNERS', '/repo/src/mise.ts', '/repo/agents.ts', '/repo/docs/claude.txt', '/repo/.gitlab/x'])(
    '%s is no steering file',
    (path) => expect(runsLater(path)).toBeUndefined(),
  );

  it.each([
    ...['.gitea/workflows/a.yml', '.forgejo/workflows/a.yml', '.buildkite/pipeline.yml', '.drone.yml', 'azure-pipelines-2.yml'],
    ...['.travis.yml', 'appveyor.yml', '.woodpecker/x.yml', 'bitbucket-pipelines.yml', 'ci/deploy.gitlab-ci.yml'],
    ...['.nvmrc', '.node-version', '.python-version', 'rust-toolchain.toml', 'sub/rust-toolchain', 'mise.toml', '.tool-versions'],
    ...[
      '.windsurf/rules/a.md',
      '.opencode/agent/a.md',
      '.aider.conf.yml',
      '.cline/x',
      '.roo/rules/a.md',
      '.continue/config.yaml',
    ],
    ...['.pnp.cjs', '.yarn/plugins/a.cjs', '.yarn/releases/yarn.cjs', '.bazelrc', '.mvn/jvm.config', '.cargo/config.toml'],
    ...['HEAD', 'sub/evil.git/hooks/post-update', 'sub/evil.git/config'],
  ])('%s is never written unasked (N8)', (name) => {
    expect(decided(`/repo/${name}`, 'acceptEdits', 'Edit(/**)')).toBe('ask');
    expect(decided(`/repo/deep/down/${name}`, 'bypassPermissions', 'Edit(/**)', 'Edit')).toBe('ask');
  });

  it.each(['/repo/x.gitignore', '/repo/.yarn/cache/a.zip', '/repo/src/mise/a.ts', '/repo/gradle/libs.versions.toml'])(
    '%s decides nothing',
    (path) => expect(runsLater(path)).toBeUndefined(),
  );

  it('a wildcard alone names nothing', () => {
    expect(namesSteering('**/*', '/repo/AGENTS.md')).toBe(false);
    expect(namesSteering('*.m?', '/repo/AGENTS.md')).toBe(false);
  });

  it('protected files stay protected, whatever a rule says', () =>
    expect(decided('/repo/.git/hooks/pre-commit', 'default', 'Edit(.git/hooks/**)')).toBe('ask'));
});
