import { setTimeout as pause } from 'node:timers/promises';
import { createAgent } from '@loadout/runner';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../packages/runner/src/report/events.js';
import { agent, cast, reader, resultsOf, start, team, textOfRequest } from './agents.test-kit.js';

/** A conversation whose agent `helper` calls Wait, which sends it to the background from within and then waits for `open`. */
async function sentConversation(send: (to: (id?: string) => boolean) => void) {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const heard: string[] = [];
  const scripted = cast({
    lead: (request, turn) => {
      const said = textOfRequest(request);
      if (turn === 0) return { calls: [start({ subagent_type: 'helper' }, 'toolu_a')] };
      return said.includes('late news') ? { text: 'I have read it.' } : { text: 'I go on.', hold: () => new Promise(() => {}) };
    },
    helper: [{ calls: [{ name: 'Wait' }] }, { text: 'late news' }],
  });
  const wait = reader('Wait', async (_, signal) => {
    send((id) => conversation.sendToBackground(id));
    await opened;
    heard.push(signal.aborted ? 'aborted' : 'waited');
    return '';
  });
  const made = await createAgent({
    ...team({}, { others: [agent('helper')] }),
    env: { IS_SANDBOX: '1' },
    model: scripted,
    customTools: [wait],
  });
  const events: AgentEvent[] = [];
  const conversation = await made.open({ onEvent: (event) => events.push(event) });
  return { conversation, made, scripted, events, open, heard };
}

const reached = async (isSo: () => boolean) => {
  while (!isSo()) await pause(2);
};

describe('an agent that is sent to the background (CTRL-11, AGENT-09)', () => {
  it('answers its call at once, survives an interrupt of the call, and reports when it is done', async () => {
    const sent: boolean[] = [];
    const { conversation, made, scripted, events, open, heard } = await sentConversation((to) =>
      sent.push(to('toolu_other'), to('toolu_a'), to('toolu_a')),
    );
    const first = conversation.ask('Go.');
    await reached(() => scripted.of('lead').length === 2);
    conversation.interrupt();
    expect(await first).toMatchObject({ outcome: 'interrupted' });
    expect(sent).toEqual([false, true, false]);
    expect(resultsOf(scripted.of('lead'))[0]?.text).toContain('works in the background');
    expect([conversation.isWaiting, conversation.hasNews]).toEqual([true, false]);
    open();
    await reached(() => conversation.hasNews);
    expect(await conversation.goOn()).toMatchObject({ outcome: 'success', text: 'I have read it.' });
    expect(heard).toEqual(['waited']);
    await conversation.close();
    await made.close();
    const task = events.flatMap((event) => (event.type === 'task' ? [[event.kind, event.state, event.toolUseId]] : []));
    expect(task).toEqual([
      ['agent', 'running', 'toolu_a'],
      ['agent', 'completed', 'toolu_a'],
    ]);
  });

  it('without an id, every waiting call is sent; once no call waits, nothing is sent', async () => {
    const sent: boolean[] = [];
    const { conversation, made, scripted, open } = await sentConversation((to) => sent.push(to()));
    expect(conversation.sendToBackground()).toBe(false);
    const first = conversation.ask('Go.');
    await reached(() => scripted.of('lead').length === 2);
    expect([...sent, conversation.sendToBackground()]).toEqual([true, false]);
    conversation.interrupt();
    await first;
    open();
    await conversation.close();
    await made.close();
  });
});
