import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { editor } from './editor.test-kit.js';

const { session } = methods.agent;
const SECRET = 'sk-very-secret-0123456789';

describe('what an editor is told', () => {
  it('is never a declared secret, wherever it is cut', async () => {
    const cwd = scripted({
      turns: [
        { text: `The key is ${SECRET}.`, tools: [{ Read: { file_path: 'key.txt' } }, { Bash: { command: `echo ${SECRET}` } }] },
        { text: 'Done.' },
      ],
      config: { secrets: { KEY: { env: 'THE_KEY' } } },
      files: { 'key.txt': `{"key":"${SECRET}"}\n` },
    });
    const at = await editor({ cwd, env: { THE_KEY: SECRET } });
    await at.prompt(await at.session(), 'Say it.');
    expect(at.frames()).toContain('[secret]');
    expect(at.frames()).not.toContain(SECRET);
    expect(at.said()).toContain('The key is [secret].');
  });

  it('is the size of the context and the cost, after each answer of the model', async () => {
    const models = { main: { provider: 'script', id: 'demo', contextWindow: 1000, price: { input: 1, output: 1 } } };
    const cwd = scripted({
      turns: [{ text: 'Hi.', usage: { input_tokens: 100, output_tokens: 50 } }],
      config: { models },
      agent: { model: 'main' },
    });
    const at = await editor({ cwd });
    await at.prompt(await at.session(), 'Hi.');
    expect(at.of('usage_update').at(-1)).toMatchObject({ size: 1000, cost: { currency: 'USD', amount: expect.any(Number) } });
  });

  it('is a notice and a compaction where it shows them, and else a thought', async () => {
    const cwd = () => scripted({ turns: [{ text: 'One.' }, { text: 'Summary.' }] });
    const plain = await editor({ cwd: cwd() });
    const id = await plain.session();
    await plain.prompt(id, 'One.');
    await plain.prompt(id, '/compact');
    expect(JSON.stringify(plain.of('agent_thought_chunk'))).toContain('The conversation was compacted');
    const shows = await editor({ cwd: cwd(), capabilities: { session: { notices: {}, compaction: {} } } });
    const other = await shows.session();
    await shows.prompt(other, 'One.');
    await shows.prompt(other, '/compact');
    expect(shows.of('compaction_update')).toMatchObject([{ status: 'completed', compactionId: expect.any(String) }]);
  });

  it('is an error with its reason if the model fails, and the session goes on', async () => {
    const at = await editor({ cwd: scripted({ turns: [{ text: 'Only one.' }] }) });
    const id = await at.session();
    await at.prompt(id, 'One.');
    await expect(at.prompt(id, 'Two.')).rejects.toThrow('has 1 turn, but the run asks for turn 2');
    await expect(at.prompt(id, '/cost')).resolves.toBe('end_turn');
  });

  it('is the limit of turns as a stop reason', async () => {
    const READ = { tools: [{ Read: { file_path: 'notes.txt' } }] };
    const cwd = scripted({ turns: [READ, READ, READ], agent: { limits: { turns: 1 } }, files: { 'notes.txt': 'x' } });
    const at = await editor({ cwd });
    expect(await at.prompt(await at.session(), 'Read.')).toBe('max_turn_requests');
  });

  it('is an error for a command that is not there', async () => {
    const at = await editor({ cwd: scripted({ turns: [{ text: 'Hi.' }] }) });
    await expect(at.prompt(await at.session(), '/compcat')).rejects.toThrow('Did you mean /compact?');
  });
});

describe('a subagent', () => {
  const turns = [
    { tools: [{ Agent: { description: 'Look', prompt: 'Look.', subagent_type: 'looker' } }] },
    { text: 'The agent is done.' },
  ];
  const looks = [{ tools: [{ Bash: { command: 'touch made.txt' } }] }, { text: 'Looked.' }];
  const folder = () =>
    scripted({
      turns,
      config: {
        plugins: { shell: '@loadout/tool-shell', agents: '@loadout/tool-agents' },
        providers: {
          script: { use: '@loadout/model-script', options: { turns } },
          other: { use: '@loadout/model-script', options: { turns: looks } },
        },
      },
      agents: { looker: { description: 'Looks.', model: 'other/demo', instructions: 'Look.', tools: ['Bash'] } },
    });

  it('asks by its name, and its calls are shown under ids of their own', async () => {
    const cwd = folder();
    const at = await editor({ cwd, answers: ['Yes, this once'], agent: 'helper' });
    expect(await at.prompt(await at.session(), 'Go.')).toBe('end_turn');
    expect(JSON.stringify(at.questions[0]?.toolCall.content)).toContain('A subagent asks (looker).');
    const ids = at.of('tool_call').map(({ toolCallId }) => toolCallId);
    expect(ids).toContain(at.questions[0]?.toolCall.toolCallId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(existsSync(join(cwd, 'made.txt'))).toBe(true);
  });
});

describe('the plan of the model', () => {
  it('is a question with the plan, and a yes changes the mode', async () => {
    const cwd = scripted({
      turns: [{ tools: [{ ExitPlanMode: { plan: '1. Write a file.' } }] }, { text: 'Now I write.' }],
      config: { plugins: { session: '@loadout/tool-session' } },
    });
    const at = await editor({ cwd, answers: ['Yes, carry it out, and allow file changes'] });
    const sessionId = await at.session();
    await at.agent.request(session.setMode, { sessionId, modeId: 'plan' });
    expect(await at.prompt(sessionId, 'Plan.')).toBe('end_turn');
    expect(at.questions[0]?.toolCall).toMatchObject({
      kind: 'switch_mode',
      content: [{ content: { text: '1. Write a file.' } }],
    });
    expect(at.of('current_mode_update').at(-1)).toMatchObject({ currentModeId: 'acceptEdits' });
  });
});
