import { readFileSync } from 'node:fs';
import type { Block } from '@loadout/core/model';
import { replaySession } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import type { AgentEvent } from '../report/events.js';
import { model, reader, type Step, tempFolder } from '../run/scripted.test-kit.js';

/** A session of these prompts. `open` opens it again with another model. */
async function talk(steps: readonly Step[], prompts: readonly (string | readonly Block[])[], appended?: string) {
  const workspace = tempFolder();
  const agentWith = (provider: ReturnType<typeof model>) =>
    createAgent({
      model: provider,
      workspace,
      env: {},
      customTools: [reader('Look', () => 'seen')],
      permissions: { allow: ['Look'] },
    });
  const events: AgentEvent[] = [];
  const agent = await agentWith(model(steps));
  const first = await agent.open({ onEvent: (event) => events.push(event) });
  for (const prompt of prompts) await (prompt === '/compact' ? first.compact() : first.ask(prompt));
  if (appended !== undefined) first.append([{ type: 'text', text: appended }]);
  await first.close();
  await agent.close();
  const uuids = events.flatMap((event) => (event.type === 'prompt' ? [event.uuid] : []));
  /** Asks in a copy that ends before a prompt, and returns what the model was sent. */
  const askBefore = async (forkBefore: string, resume = first.sessionId) => {
    const scripted = model([{ text: 'Anew.' }]);
    const again = await agentWith(scripted);
    const copy = await again.open({ resume, forkBefore });
    await copy.ask('Else?');
    await copy.close();
    await again.close();
    const sent = JSON.stringify(scripted.requests[0]?.messages);
    return { sent, id: copy.sessionId, transcript: copy.transcript };
  };
  return { first, uuids, askBefore };
}

const LOOKS: readonly Step[] = [{ text: 'One.' }, { calls: [{ name: 'Look' }] }, { text: 'Two.' }, { text: 'Three.' }];

describe('a session that continues before a prompt', () => {
  it('is a copy with all that was said before it, and the session itself stays as it is (SESS-03)', async () => {
    const { first, uuids, askBefore } = await talk(LOOKS, ['First', 'Second', 'Third']);
    const bytes = readFileSync(first.transcript);
    const { sent, id } = await askBefore(uuids[2] ?? '');
    expect(sent).toMatch(/First.*One\..*Second.*seen.*Two\..*Else\?/);
    expect(sent).not.toMatch(/Third|Three/);
    expect(id).not.toBe(first.sessionId);
    expect(readFileSync(first.transcript)).toEqual(bytes);
  });

  it('may be from before a prompt with an image, which is a prompt of the session like any other; a text that a host appends is none', async () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
    const { first, askBefore } = await talk(LOOKS, ['First', [{ type: 'text', text: 'Look at @a.png' }, image]], 'Ran ls.');
    const { prompts } = replaySession(first.transcript);
    expect(prompts.map(({ text }) => text)).toEqual(['First', 'Look at @a.png']);
    const { sent } = await askBefore(prompts[1]?.uuid ?? '');
    expect(sent).toMatch(/First.*One\./);
    expect(sent).not.toContain('a.png');
  });

  it('may be empty, before the first prompt', async () => {
    const { uuids, askBefore } = await talk(LOOKS, ['First', 'Second']);
    const { sent } = await askBefore(uuids[0] ?? '');
    expect(sent).toContain('Else?');
    expect(sent).not.toMatch(/First|Second|One|Two/);
  });

  it('may be from before a summary, and from right behind it', async () => {
    const steps = [{ text: 'One.' }, { text: 'SUMMARY' }, { text: 'Two.' }];
    const { uuids, askBefore } = await talk(steps, ['First', '/compact', 'Second']);
    expect((await askBefore(uuids[1] ?? '')).sent).toMatch(/SUMMARY.*Else\?/);
    const { sent } = await askBefore(uuids[0] ?? '');
    expect(sent).not.toMatch(/SUMMARY|First/);
  });

  it('can be left for a copy again', async () => {
    const { uuids, askBefore } = await talk(LOOKS, ['First', 'Second', 'Third']);
    const { id } = await askBefore(uuids[2] ?? '');
    const { sent } = await askBefore(uuids[1] ?? '', id);
    expect(sent).toMatch(/First.*One\..*Else\?/);
    expect(sent).not.toMatch(/Second|Two/);
  });

  it('has none of the permissions that were granted later', async () => {
    const workspace = tempFolder();
    const agent = await createAgent({ model: model([{ text: 'One.' }, { text: 'Two.' }]), workspace, env: {} });
    const events: AgentEvent[] = [];
    const first = await agent.open({ onEvent: (event) => events.push(event) });
    const grant = (toolName: string) =>
      first.updatePermissions([{ type: 'addRules', rules: [{ toolName }], behavior: 'allow', destination: 'session' }]);
    await first.ask('First');
    grant('Early');
    await first.ask('Second');
    grant('Late');
    await first.close();
    const second = events.findLast((event) => event.type === 'prompt')?.uuid ?? '';
    const copy = await agent.open({ resume: first.sessionId, forkBefore: second });
    const tools = copy.permissionsNow().rules.map(({ tool }) => tool);
    await copy.close();
    await agent.close();
    expect([tools.includes('Early'), tools.includes('Late')]).toEqual([true, false]);
  });

  it('is refused for what is no prompt of it, and makes no session', async () => {
    const { askBefore } = await talk([{ text: 'One.' }], ['First']);
    await expect(askBefore('no-such-uuid')).rejects.toMatchObject({ code: 'MESSAGE_UNKNOWN' });
  });
});
