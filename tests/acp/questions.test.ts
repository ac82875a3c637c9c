import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { editor } from './editor.test-kit.js';

const asks = fileURLToPath(new URL('../../packages/mcp/src/testing/hostile-server.mjs', import.meta.url));

const ASK = {
  tools: [
    {
      AskUserQuestion: {
        questions: [
          {
            question: 'Which colour?',
            header: 'Colour',
            multiSelect: false,
            options: [
              { label: 'red', description: 'Like fire.' },
              { label: 'blue', description: 'Like water.' },
            ],
          },
        ],
      },
      as: 'answer',
    },
  ],
};
const turns = [ASK, { text: '{{answer.text}}' }];
const config = { plugins: { session: '@loadout/tool-session' } };

describe('a question of the model', () => {
  it('is a form where the editor shows forms', async () => {
    const at = await editor({
      cwd: scripted({ turns, config }),
      capabilities: { elicitation: { form: {} } },
      form: () => ({ action: 'accept', content: { answer_1: 'blue' } }),
    });
    await at.prompt(await at.session(), 'Ask me.');
    expect(at.forms).toMatchObject([{ mode: 'form', message: 'Which colour?' }]);
    expect(at.said()).toContain('blue');
  });

  it('is a choice elsewhere, which permits nothing', async () => {
    const at = await editor({ cwd: scripted({ turns, config }), answers: ['blue'] });
    await at.prompt(await at.session(), 'Ask me.');
    expect(at.questions[0]?.options.map(({ name }) => name)).toEqual(['red - Like fire.', 'blue - Like water.', 'None of these']);
    expect(at.said()).toContain('blue');
  });
});

describe('a question of an MCP server', () => {
  const folder = () =>
    scripted({
      turns: [{ tools: [{ mcp__s__ask: {} }] }, { text: 'Done.' }],
      config: {
        mcpServers: { s: { command: process.execPath, args: [asks, 'asks'], start: 'required' } },
        permissions: { allow: ['mcp__s'] },
      },
    });

  it('is a form that names the server, and the answer goes back', async () => {
    const at = await editor({
      cwd: folder(),
      capabilities: { elicitation: { form: {} } },
      form: () => ({ action: 'accept', content: { which: 'this' } }),
    });
    await at.prompt(await at.session(), 'Ask.');
    expect(at.forms).toMatchObject([{ message: 'The MCP server s asks: Which?', requestedSchema: { type: 'object' } }]);
    expect(at.of('tool_call_update').at(-1)).toMatchObject({ rawOutput: '{"action":"accept","content":{"which":"this"}}' });
  });

  it.each([
    ['declined', { action: 'decline' }, '{"action":"decline"}'],
    ['left', { action: 'cancel' }, '{"action":"cancel"}'],
    ['answered in words of nobody', { action: 'other' }, '{"action":"cancel"}'],
  ])('goes back as it was %s', async (_, answer, rawOutput) => {
    const at = await editor({ cwd: folder(), capabilities: { elicitation: { form: {} } }, form: () => answer });
    await at.prompt(await at.session(), 'Ask.');
    expect(at.of('tool_call_update').at(-1)).toMatchObject({ rawOutput });
  });

  it('is declined by an editor that shows no forms', async () => {
    const at = await editor({ cwd: folder() });
    await at.prompt(await at.session(), 'Ask.');
    expect([at.forms, at.of('tool_call_update').at(-1)]).toMatchObject([[], { rawOutput: '{"action":"decline"}' }]);
  });
});

describe('the list of work of the model', () => {
  it('is a plan', async () => {
    const todos = [
      { content: 'Look', status: 'completed', activeForm: 'Looking' },
      { content: 'Write', status: 'in_progress', activeForm: 'Writing' },
    ];
    const at = await editor({
      cwd: scripted({
        turns: [{ tools: [{ TodoWrite: { todos } }] }, { text: 'Done.' }],
        config: { plugins: { tasks: '@loadout/tool-tasks' } },
      }),
    });
    await at.prompt(await at.session(), 'Plan.');
    expect(at.of('plan').at(-1)?.entries).toEqual([
      { content: 'Look', status: 'completed', priority: 'medium' },
      { content: 'Write', status: 'in_progress', priority: 'medium' },
    ]);
  });
});
