import { expect, it } from 'vitest';
import { hook, makeProject, mounted } from '../plugin/mount.test-kit.js';
import { wantPlugin } from './want-plugin.js';

it('what a plugin brings is told with the condition of a hook, the program of a language server, and each loss once', async () => {
  const hooks = {
    PostToolUse: [
      { matcher: 'Bash', ...hook('check', { if: 'Bash(git commit:*)', rewakeMessage: 'a' })[0] },
      ...hook('b', { rewakeMessage: 'a' }),
    ],
  };
  const files = {
    '.claude-plugin/plugin.json': {
      name: 'review',
      lspServers: { py: { command: 'pyright', args: ['--stdio'], extensionToLanguage: { '.py': 'python' } } },
    },
    'hooks/hooks.json': { hooks },
    'output-styles/terse.md': '---\nforce-for-plugin: true\n---\nBe brief.\n',
  };
  const { cwd, env } = makeProject(mounted(files));
  const { facts, lost } = await wantPlugin('./vendor/review', {
    configFile: `${cwd}/agent.config.yaml`,
    mount: 'review',
    marketplaces: {},
    plugins: { lsp: '@loadout/tool-lsp' },
    env,
  });
  expect(facts.acts).toEqual([
    'hook PostToolUse(Bash) if Bash(git commit:*): check',
    'hook PostToolUse: b',
    'language server review-py: pyright --stdio',
    'instructions of every agent, 9 characters: Be brief.',
  ]);
  expect(facts.tokens).toBe(3);
  expect(lost).toEqual([expect.stringContaining('rewakeMessage is ignored')]);
});
