import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { editor } from './editor.test-kit.js';

const files = { 'notes.txt': 'Buy bread.\n' };
const READ = { tools: [{ Read: { file_path: 'notes.txt' } }] };
const EDIT = { tools: [{ Edit: { file_path: 'notes.txt', old_string: 'bread', new_string: 'milk' } }] };

describe('a prompt from an editor', () => {
  it('is answered in pieces, with each call, and ends its turn', async () => {
    const cwd = scripted({
      turns: [{ thinking: 'Hm.', text: 'Let me look.', ...READ }, { text: 'You asked: {{prompt}}' }],
      files,
    });
    const at = await editor({ cwd });
    const id = await at.session();
    expect(await at.prompt(id, 'What is to buy?')).toBe('end_turn');
    expect(at.said()).toBe('Let me look.You asked: What is to buy?');
    expect(at.of('agent_thought_chunk')[0]).toMatchObject({ content: { text: 'Hm.' } });
    const [call] = at.of('tool_call');
    expect(call).toMatchObject({ kind: 'read', title: 'Read notes.txt', locations: [{ path: join(cwd, 'notes.txt') }] });
    const changes = at.of('tool_call_update').filter(({ toolCallId }) => toolCallId === call?.toolCallId);
    expect(changes.map(({ status }) => status)).toEqual(['in_progress', 'completed']);
    expect(JSON.stringify(changes.at(-1)?.content)).toContain('Buy bread.');
  });

  it('asks about a change, and shows it with the reason before it happens', async () => {
    const cwd = scripted({ turns: [READ, EDIT, { text: 'Done.' }], files });
    let seen = '';
    const at = await editor({
      cwd,
      answers: [
        () => {
          seen = readFileSync(join(cwd, 'notes.txt'), 'utf8');
          return 'Yes, this once';
        },
      ],
    });
    const id = await at.session();
    expect(await at.prompt(id, 'Change it.')).toBe('end_turn');
    const [question] = at.questions;
    expect(question?.toolCall).toMatchObject({
      kind: 'edit',
      content: [
        { type: 'content', content: { text: expect.stringContaining('Why it asks: ') } },
        { type: 'diff', path: join(cwd, 'notes.txt'), oldText: 'Buy bread.\n', newText: 'Buy milk.\n' },
      ],
    });
    expect(at.of('tool_call').map(({ toolCallId }) => toolCallId)).toContain(question?.toolCall.toolCallId);
    expect([seen, readFileSync(join(cwd, 'notes.txt'), 'utf8')]).toEqual(['Buy bread.\n', 'Buy milk.\n']);
    expect(at.of('tool_call_update').at(-1)).toMatchObject({ status: 'completed', content: [{ type: 'diff' }] });
  });

  it('denies by a rule with its file and line, and asks nobody', async () => {
    const cwd = scripted({
      turns: [READ, { text: 'I may not.' }],
      files,
      config: { permissions: { deny: ['Read(notes.txt)'] } },
    });
    const at = await editor({ cwd });
    expect(await at.prompt(await at.session(), 'Read.')).toBe('end_turn');
    expect(at.questions).toEqual([]);
    const denied = at.of('tool_call_update').at(-1);
    expect(denied).toMatchObject({ status: 'failed', _meta: { loadout: { outcome: 'denied', code: 'PERMISSION_DENIED' } } });
    expect(JSON.stringify(denied?.content)).toMatch(/Read\(notes\.txt\).*agent\.config\.yaml:\d+/);
  });

  it.each(['No', 'an answer that is not offered', 'cancelled'])('runs nothing on the answer %j', async (answer) => {
    const cwd = scripted({ turns: [READ, EDIT, { text: 'Left.' }], files });
    const at = await editor({ cwd, answers: [answer] });
    await at.prompt(await at.session(), 'Change it.');
    expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('Buy bread.\n');
    expect(at.of('tool_call_update').at(-1)).toMatchObject({ status: 'failed' });
  });

  it('adds exactly the rule that "always" shows, for this session', async () => {
    const run = { tools: [{ Bash: { command: 'touch made.txt' } }] };
    const cwd = scripted({ turns: [run, { text: 'One.' }, run, { text: 'Two.' }] });
    const at = await editor({ cwd, answers: ['Yes, and always allow in this session'] });
    const id = await at.session();
    await at.prompt(id, 'Once.');
    await at.prompt(id, 'Again.');
    expect(at.questions).toHaveLength(1);
    const always = at.questions[0]?.options.filter(({ kind }) => kind === 'allow_always').map(({ name }) => name);
    expect(always?.[0]).toBe('Yes, and always allow in this session: Bash(touch made.txt)');
    expect(at.said()).toBe('One.Two.');
  });

  it('reads the files that it links to under the rules, and the text that it embeds as it is', async () => {
    const cwd = scripted({ turns: [{ text: '{{prompt}}' }], files });
    const at = await editor({ cwd });
    const sessionId = await at.session();
    writeFileSync(join(cwd, 'with blank.txt'), 'x');
    await at.agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [
        { type: 'text', text: 'Compare ' },
        { type: 'resource_link', name: 'a', uri: `file://${cwd}/with%20blank.txt` },
        { type: 'resource', resource: { uri: 'file:///tmp/other.txt', text: 'Embedded.' } },
        { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
      ],
    });
    expect(at.said()).toContain(`Compare @"${cwd}/with blank.txt"`);
    expect(at.said()).toContain('Embedded.');
  });
});
