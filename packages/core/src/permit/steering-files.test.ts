import { describe, expect, it } from 'vitest';
import { decide } from './decide.js';
import { callOf, layersOf, rule, write } from './decide.test-kit.js';
import { isSteering, namesSteering, STEERING_FOLDERS, STEERING_NAMES } from './steering-files.js';

const decided = (path: string, mode: 'acceptEdits' | 'bypassPermissions' | 'default', ...allow: string[]) =>
  decide(
    callOf('Write', [write(path)]),
    layersOf(
      allow.map((text) => rule('allow', text)),
      { mode },
    ),
  ).behavior;

const OTHERS = [
  '.github/workflows/ci.yml',
  '.github/actions/x/action.yml',
  '.github/copilot-instructions.md',
  '.gitlab/ci/deploy.yml',
  'lefthook.yml',
  '.lefthook-local.toml',
  '.lintstagedrc',
  '.lintstagedrc.cjs',
  'lint-staged.config.mjs',
  'a.code-workspace',
  '.config/mise/config.toml',
  'packages/core/AGENTS.md',
  'CLAUDE.md',
  'deep/Jenkinsfile',
];

describe('files that steer other programs and agents (C10)', () => {
  it.each([...STEERING_NAMES, ...STEERING_FOLDERS.map((folder) => `${folder}/x`), ...OTHERS])(
    '%s is never written unasked by a mode, but by a rule that names it',
    (name) => {
      const path = `/repo/${name}`;
      for (const one of [path, path.toUpperCase().replace('/REPO', '/repo')]) {
        expect(isSteering(one)).toBe(true);
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

  it('the rule of a command that changes files does not name them', () => {
    const touch = { kind: 'run' as const, text: 'touch AGENTS.md', words: ['touch', 'AGENTS.md'] };
    const named = { kind: 'write' as const, path: '/repo/AGENTS.md', by: ['touch AGENTS.md'] };
    expect(decide(callOf('Bash', [touch, named]), layersOf([rule('allow', 'Bash(touch:*)')])).behavior).toBe('ask');
  });

  it.each(['/repo/.github/CODEOWNERS', '/repo/src/mise.ts', '/repo/agents.ts', '/repo/docs/claude.txt', '/repo/.gitlab/x'])(
    '%s is no steering file',
    (path) => expect(isSteering(path)).toBe(false),
  );

  it('a wildcard alone names nothing', () => {
    expect(namesSteering('**/*', '/repo/AGENTS.md')).toBe(false);
    expect(namesSteering('*.m?', '/repo/AGENTS.md')).toBe(false);
  });

  it('protected files stay protected, whatever a rule says', () =>
    expect(decided('/repo/.git/hooks/pre-commit', 'default', 'Edit(.git/hooks/**)')).toBe('ask'));
});
