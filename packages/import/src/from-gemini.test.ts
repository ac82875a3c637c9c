import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { importing } from './imported.test-kit.js';

const imported = importing();
const settings = (value: unknown, more: Readonly<Record<string, string>> = {}) =>
  imported('.gemini/settings.json', { '.gemini/settings.json': JSON.stringify(value), ...more });

it('a settings.json of Gemini CLI becomes an agent, with tools, servers, rules and files', async () => {
  const { from, plan, text, losses } = await settings(
    {
      model: { name: 'gemini-2.5-pro', maxSessionTurns: 12 },
      general: { defaultApprovalMode: 'auto_edit', vimMode: true },
      context: { fileName: ['AGENTS.md'] },
      tools: {
        exclude: ['run_shell_command(rm -rf)', 'web_fetch'],
        allowed: ['run_shell_command(git status)', 'read_file'],
        sandbox: 'docker',
      },
      mcp: { excluded: ['old'] },
      mcpServers: {
        notes: {
          command: 'npx',
          args: ['-y', '@acme/notes@1.0.0'],
          env: { KEY: '$NOTES_KEY', MODE: '${NOTES_MODE}' },
          trust: true,
        },
        docs: {
          httpUrl: 'https://docs.example/mcp',
          headers: { Authorization: 'Bearer ${DOCS}' },
          includeTools: ['find'],
          timeout: 5000,
        },
        old: { command: 'x' },
        none: {},
      },
      ui: { theme: 'x' },
      hooks: {},
    },
    { 'AGENTS.md': 'Use tabs.' },
  );
  expect(from).toBe('gemini');
  expect(plan.agents.gemini).toMatchObject({
    models: ['google/gemini-2.5-pro'],
    tools: ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash', 'WebSearch', 'TodoWrite', 'mcp__notes__*', 'mcp__docs__find'],
    instructions: expect.stringContaining('Use tabs.'),
    limits: { turns: 12 },
  });
  const { permissions, mcpServers, sandbox } = parse(text);
  expect(permissions).toEqual({
    mode: 'acceptEdits',
    deny: ['Bash(rm -rf*)', 'WebFetch'],
    allow: ['Bash(git status:*)', 'Read', 'mcp__notes__*'],
  });
  expect(sandbox).toEqual({ use: 'bubblewrap' });
  expect(mcpServers).toEqual({
    notes: {
      command: 'npx',
      args: ['-y', '@acme/notes@1.0.0'],
      env: { KEY: '${secret:NOTES_KEY}', MODE: '${secret:NOTES_MODE}' },
    },
    docs: { type: 'http', url: 'https://docs.example/mcp', headers: { Authorization: 'Bearer ${secret:DOCS}' }, timeout: 5000 },
  });
  expect(losses.map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'mcpServers.old: it is switched off',
    expect.stringMatching(/^mcpServers\.none: /),
    'hooks: write hooks; the events are in the reference',
  ]);
});

it('the flat form of older files is read alike, and GEMINI.md is the file of a project', async () => {
  const { from, plan, text } = await settings(
    {
      selectedAuthType: 'x',
      coreTools: ['ReadFileTool', 'ShellTool(npm test)'],
      allowMCPServers: ['a'],
      mcpServers: { a: { url: 'https://a.example' }, b: { command: 'b' } },
    },
    { 'GEMINI.md': 'Use spaces.' },
  );
  expect(from).toBe('gemini');
  expect(plan.agents.gemini).toMatchObject({
    tools: ['Read', 'Bash', 'mcp__a__*'],
    instructions: expect.stringContaining('Use spaces.'),
  });
  expect(parse(text)).toMatchObject({ permissions: { allow: ['Bash(npm test:*)'] }, mcpServers: { a: { type: 'sse' } } });
});
