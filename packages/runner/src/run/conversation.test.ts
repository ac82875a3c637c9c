import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyTool, BackgroundTasks, defineTool, Inbox, type ToolContext } from '@loadout/core';
import type { ModelProvider, ToolResultBlock } from '@loadout/core/model';
import type { SkillPlan } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import type { AgentOptions } from '../agent/agent-options.js';
import { createAgent } from '../agent/create-agent.js';
import type { AgentEvent } from '../report/events.js';
import { aborted, model, planFor, reader, tempFolder, writer } from './scripted.test-kit.js';

async function open(provider: ModelProvider, options: Partial<AgentOptions> = {}) {
  const workspace = tempFolder();
  const agent = await createAgent({
    model: provider,
    workspace,
    sessionsDir: tempFolder(),
    permissions: { allow: ['Look', 'Change', 'Start', 'Wait'] },
    ...options,
  });
  const events: AgentEvent[] = [];
  const conversation = await agent.open({ onEvent: (event) => events.push(event) });
  return { agent, conversation, events };
}

const kinds = (events: readonly AgentEvent[]) => events.map(({ type }) => type);

describe('a conversation', () => {
  it('takes several prompts in one session, with one init and a result each', async () => {
    const scripted = model([{ text: 'One.' }, { text: 'Two.' }]);
    const { conversation, events } = await open(scripted);
    expect(await conversation.ask('First')).toMatchObject({ outcome: 'success', text: 'One.', turns: 1 });
    expect(await conversation.ask('Second')).toMatchObject({ outcome: 'success', text: 'Two.', turns: 1 });
    await conversation.close();
    expect(kinds(events).filter((type) => type === 'init')).toHaveLength(1);
    expect(kinds(events).filter((type) => type === 'result')).toHaveLength(2);
    expect(scripted.requests[1]?.messages).toHaveLength(3);
  });

  it('adds up the usage of all prompts, and counts turns anew for each (LOOP-19)', async () => {
    const { conversation } = await open(model([{ text: 'One.' }, { text: 'Two.' }]));
    const first = await conversation.ask('First');
    const second = await conversation.ask('Second');
    expect([first.usage.input_tokens, second.usage.input_tokens]).toEqual([10, 20]);
    expect([first.turns, second.turns]).toEqual([1, 1]);
    await conversation.close();
  });

  it.each([{ turns: 1 }, { toolCalls: 1 }, { answers: 2 }])(
    'gives each prompt the limits of its work for itself, in this process and in a later one: %o',
    async (limits) => {
      const ran: string[] = [];
      const [workspace, sessionsDir] = [tempFolder(), tempFolder()];
      let id = 0;
      const scripted = () =>
        model((_, index) => (index % 2 === 0 ? { calls: [{ name: 'Look', id: `look_${++id}` }] } : { text: 'Seen.' }));
      const options = () => ({ workspace, sessionsDir, limits, customTools: [reader('Look', () => `look ${ran.push('look')}`)] });
      const { conversation } = await open(scripted(), options());
      const results = [await conversation.ask('First'), await conversation.ask('Second')];
      await conversation.close();
      const later = await createAgent({ ...options(), model: scripted(), permissions: { allow: ['Look'] } });
      const resumed = await later.open({ resume: conversation.sessionId });
      results.push(await resumed.ask('Third'));
      await resumed.close();
      expect(results.map(({ outcome, toolCalls }) => [outcome, toolCalls])).toEqual(
        Array.from({ length: 3 }, () => ['success', 1]),
      );
      expect(ran).toHaveLength(3);
    },
  );

  it('takes one prompt at a time (LOOP-29)', async () => {
    const { conversation } = await open(model([{ text: 'One.' }]));
    const first = conversation.ask('First');
    await expect(conversation.ask('Second')).rejects.toMatchObject({ code: 'CONVERSATION_BUSY' });
    expect((await first).outcome).toBe('success');
    await conversation.close();
    await expect(conversation.ask('Third')).rejects.toMatchObject({ code: 'CONVERSATION_CLOSED' });
  });

  it('is interrupted without ending: every call is answered, and the next prompt continues (LOOP-16)', async () => {
    let started = () => {};
    const isWaiting = new Promise<void>((resolve) => {
      started = resolve;
    });
    const wait: AnyTool = defineTool({
      name: 'Wait',
      description: 'Waits.',
      inputSchema: { type: 'object' } as const,
      call: async (_, { signal }: ToolContext) => {
        started();
        await aborted(signal);
        throw new Error('stopped');
      },
    });
    const scripted = model([{ calls: [{ name: 'Wait' }] }, { text: 'Attempts on.' }]);
    const { conversation } = await open(scripted, { customTools: [wait] });
    const asked = conversation.ask('Wait');
    await isWaiting;
    conversation.interrupt();
    expect(await asked).toMatchObject({ outcome: 'interrupted' });
    expect(await conversation.ask('And now?')).toMatchObject({ outcome: 'success', text: 'Attempts on.' });
    const answers = scripted.requests[1]?.messages[2]?.content as ToolResultBlock[];
    expect(answers[0]?.tool_use_id).toBe('call_0_0');
    await conversation.close();
  });

  it('makes a call for the host also after a prompt was interrupted', async () => {
    const wait = reader('Wait', (_, signal) => aborted(signal).then(() => 'stopped'));
    const { conversation, events } = await open(model([{ calls: [{ name: 'Wait' }] }]), {
      customTools: [wait, reader('Look', () => 'seen')],
    });
    const asked = conversation.ask('Wait');
    await expect.poll(() => kinds(events)).toContain('tool_start');
    conversation.interrupt();
    expect(await asked).toMatchObject({ outcome: 'interrupted' });
    const { signal } = new AbortController();
    expect(await conversation.callTool('Look', { input: {}, signal })).toMatchObject({ content: 'seen' });
    await conversation.close();
  });

  it('keeps its services between prompts, and disposes them on close (STATE-03)', async () => {
    let ended = false;
    const start: AnyTool = defineTool({
      name: 'Start',
      description: 'Starts work in the background.',
      inputSchema: { type: 'object' } as const,
      call: (_, context) => {
        const task = context.get(BackgroundTasks).start('shell', (id) => ({
          id,
          type: 'shell',
          title: 'sleep',
          status: () => ({ state: ended ? ('killed' as const) : ('running' as const) }),
          read: () => '',
          ended: new Promise<void>(() => {}),
          stop: async () => {
            ended = true;
          },
        }));
        return task.id;
      },
    });
    const { conversation } = await open(model([{ calls: [{ name: 'Start' }] }, { text: 'Begun.' }, { text: 'Still.' }]), {
      customTools: [start],
    });
    await conversation.ask('Start');
    await conversation.ask('Is it there?');
    expect(conversation.inspect().backgroundTasks).toMatchObject([{ id: 'shell_1', state: 'running' }]);
    await conversation.close();
    expect(ended).toBe(true);
  });

  it('ends a turn when the model has answered, and continues with messages of background work', async () => {
    let finish = () => {};
    const later: AnyTool = defineTool({
      name: 'Start',
      description: 'Brings news later.',
      inputSchema: { type: 'object' } as const,
      call: (_, context) => {
        const inbox = context.get(Inbox);
        inbox.hold(
          new Promise<void>((resolve) => {
            finish = () => {
              inbox.add('The work is done.');
              resolve();
            };
          }),
        );
        return 'begun';
      },
    });
    const scripted = model([{ calls: [{ name: 'Start' }] }, { text: 'Begun.' }, { text: 'I heard.' }]);
    const { conversation } = await open(scripted, { customTools: [later] });
    expect(await conversation.ask('Start')).toMatchObject({ text: 'Begun.' });
    expect([conversation.isWaiting, conversation.hasNews]).toEqual([true, false]);
    const told = new Promise<void>((resolve) => {
      conversation.onNews = resolve;
    });
    finish();
    await told;
    expect(await conversation.goOn()).toMatchObject({ text: 'I heard.' });
    expect(JSON.stringify(scripted.requests[2]?.messages.at(-1))).toContain('The work is done.');
    await conversation.close();
  });

  it('says when a sent text is a part of the conversation, at the next step of the running turn (LOOP-17)', async () => {
    let delivered = 0;
    const seen: number[] = [];
    let send = () => 'seen';
    const scripted = model((request, index) => {
      if (index === 1) seen.push(delivered, JSON.stringify(request.messages).split('Hurry.').length - 1);
      return index === 0 ? { calls: [{ name: 'Look' }] } : { text: 'Done.' };
    });
    const { conversation } = await open(scripted, { customTools: [reader('Look', () => send())] });
    send = () => {
      conversation.send('Hurry.', { onDelivered: () => (delivered += 1) });
      seen.push(delivered);
      return 'seen';
    };
    await conversation.ask('Look.');
    expect([seen, delivered]).toEqual([[0, 1, 1], 1]);
    await conversation.close();
  });

  it('sends no text that was taken back, and takes back none that was delivered', async () => {
    let send = () => 'seen';
    const heard: string[] = [];
    const scripted = model((_, index) => (index === 0 ? { calls: [{ name: 'Look' }] } : { text: 'Done.' }));
    const { conversation } = await open(scripted, { customTools: [reader('Look', () => send())] });
    const say = (text: string) => conversation.send(text, { onDelivered: () => heard.push(text) });
    const sent: { takeBack(): boolean }[] = [];
    send = () => {
      sent.push(say('Stop that.'), say('Go on.'));
      expect([sent[0]?.takeBack(), sent[0]?.takeBack()]).toEqual([true, false]);
      return 'seen';
    };
    await conversation.ask('Look.');
    expect([heard, sent[1]?.takeBack(), conversation.hasNews]).toEqual([['Go on.'], false, false]);
    expect(JSON.stringify(scripted.requests)).not.toContain('Stop that.');
    const late = say('Later.');
    expect([conversation.hasNews, late.takeBack(), conversation.hasNews]).toEqual([true, true, false]);
    await conversation.close();
  });

  it('sends appended content with the next prompt', async () => {
    const scripted = model([{ text: 'Read.' }]);
    const { conversation } = await open(scripted);
    conversation.append([{ type: 'text', text: 'Know this.' }]);
    await conversation.ask('Now.');
    expect(scripted.requests[0]?.messages).toHaveLength(1);
    expect(JSON.stringify(scripted.requests[0]?.messages)).toMatch(/Know this.*Now/);
    await conversation.close();
  });

  it('changes model, mode and thinking between turns (LOOP-18)', async () => {
    const scripted = model([{ text: 'One.' }, { text: 'Two.' }]);
    const { conversation } = await open(scripted);
    await conversation.ask('First');
    conversation.setModel('other');
    conversation.setThinking({ thinking: { type: 'enabled', budget_tokens: 1024 } });
    conversation.setPermissionMode('plan');
    await conversation.ask('Second');
    expect(scripted.requests[1]).toMatchObject({ model: 'other', thinking: { type: 'enabled', budget_tokens: 1024 } });
    expect(conversation.permissionMode).toBe('plan');
    await conversation.close();
  });

  it('reports the contents of the next request (LOOP-30)', async () => {
    const { conversation } = await open(model([{ text: 'One.' }]), {
      customTools: [reader('Look', () => 'seen'), writer('Change', () => 'done')],
    });
    const before = conversation.contextUsage();
    expect(before.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['Look', 'Change']));
    expect(before.messages).toBe(0);
    await conversation.ask('First');
    expect(conversation.contextUsage()).toMatchObject({ total: 15, model: 'test' });
    await conversation.close();
  });

  it('does not open, and leaves nothing open, if a SessionStart hook stops it', async () => {
    const opened = open(model([]), { hooks: { SessionStart: () => ({ continue: false, stopReason: 'not today' }) } });
    await expect(opened).rejects.toMatchObject({ code: 'RUN_STOPPED', message: expect.stringContaining('not today') });
  });

  it('is resumed later from its record', async () => {
    const scripted = model([{ text: 'One.' }, { text: 'Two.' }]);
    const { agent, conversation } = await open(scripted);
    await conversation.ask('First');
    await conversation.close();
    expect(existsSync(conversation.transcript)).toBe(true);
    const again = await agent.open({ resume: conversation.sessionId });
    expect(await again.ask('Second')).toMatchObject({ text: 'Two.' });
    expect(scripted.requests[1]?.messages).toHaveLength(3);
    await again.close();
  });

  it('undoes the effects of a skill when its prompt is answered (SKILL-07, SKILL-10)', async () => {
    const workspace = tempFolder();
    const file = join(workspace, 'SKILL.md');
    writeFileSync(file, '---\nname: look\n---\nOnly look.\n');
    const skill: SkillPlan = {
      name: 'look',
      description: '',
      aliases: [],
      modelInvocable: true,
      userInvocable: true,
      allowedTools: ['Change'],
      disallowedTools: [],
      toolRestrictions: ['Change'],
      model: 'other',
      hooks: [],
      file,
      dir: workspace,
    };
    const turn = { calls: [{ name: 'Look' }, { name: 'Change' }] };
    const scripted = model([turn, { text: 'One.' }, turn, { text: 'Two.' }]);
    const plan = {
      ...planFor(workspace),
      permissions: { mode: 'default' as const, rules: [], additionalDirectories: [] },
      skills: { look: skill },
    };
    const { conversation, events } = await open(scripted, {
      plan,
      workspace,
      permissions: {},
      customTools: [reader('Look', () => 'seen'), writer('Change', () => 'done')],
    });
    await conversation.ask('/look');
    await conversation.ask('And now without it.');
    await conversation.close();
    const outcomes = events.flatMap((event) =>
      event.type === 'tool_result' ? [`${event.call.name} ${event.call.outcome}`] : [],
    );
    expect(outcomes).toEqual(['Look refused', 'Change done', 'Look done', 'Change denied']);
    expect(scripted.requests.map((request) => request.model)).toEqual(['other', 'other', 'test', 'test']);
  });
});
