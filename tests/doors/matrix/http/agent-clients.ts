import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { a2aClient, message, said } from '../../../../packages/a2a/src/a2a-client.test-kit.js';
import { agUiClient, verifyEvents } from '../../../../packages/ag-ui/src/ag-ui-client.test-kit.js';
import { type Attempt, type HttpClient, HUGE, type Waiting } from './http-client.js';

const runInput = (threadId: unknown, more: object): Attempt => ({
  path: '/agui/helper',
  body: { threadId, runId: 'run', state: {}, messages: [], tools: [], context: [], forwardedProps: {}, ...more },
});
const resumeOf = (...calls: readonly string[]) =>
  calls.map((interruptId) => ({ interruptId, status: 'resolved', payload: { approved: true } }));

/** `@ag-ui/client`, whose `verifyEvents` refuses events in a wrong order. */
const AG_UI: HttpClient = {
  name: '@ag-ui/client',
  gap: 'loadout.gap',
  connect:
    async (url) =>
    async (prompt, { session = randomUUID(), signal } = {}) => {
      const { agent, ask, events } = agUiClient(url, session);
      signal?.addEventListener('abort', () => agent.abortRun(), { once: true });
      await ask(prompt);
      if (signal?.aborted === true) throw new Error('aborted');
      const gaps = events.filter(({ type }) => type === 'CUSTOM').map(({ name }) => String(name));
      return [String(agent.messages.at(-1)?.content), ...gaps].join(' ');
    },
  // Its agent copies the whole conversation for each event, so a flood is read below it, in the order that it checks.
  stream: async (url) => (prompt) => {
    const { agent } = agUiClient(url, randomUUID());
    const input = { threadId: agent.threadId, runId: 'run', state: {}, tools: [], context: [], forwardedProps: {} };
    const events = verifyEvents(false)(agent.run({ ...input, messages: [{ id: '1', role: 'user', content: prompt }] }));
    const names: string[] = [];
    return new Promise((resolve, reject) => {
      events.subscribe({
        next: (event) => event.type === 'CUSTOM' && names.push(String((event as { name?: unknown }).name)),
        error: reject,
        complete: () => resolve(names.join(' ')),
      });
    });
  },
  answer: ({ session, call }) => runInput(session, { resume: resumeOf(call) }),
  attempts: (one, other) => [
    runInput(HUGE, { messages: [{ id: '1', role: 'user', content: 'Hi.' }] }),
    runInput(one.session, { runId: HUGE, resume: resumeOf(one.call) }),
    runInput(one.session, { messages: [{ id: '1', role: 'user', content: 'Hi.' }] }),
    runInput(one.session, { resume: resumeOf(`${one.call}x`) }),
    runInput(one.session, { resume: resumeOf(HUGE) }),
    runInput(one.session, { resume: resumeOf(one.call, one.call) }),
    runInput(one.session, { resume: resumeOf(one.call, other.call) }),
    runInput('a-new-thread', { resume: resumeOf(one.call) }),
    runInput(one.session, { resume: [{ interruptId: one.call, status: 'resolved', payload: { texts: ['yes'] } }] }),
    { ...runInput(one.session, { resume: resumeOf(one.call) }), path: '/agui/other' },
  ],
};

const VERSION = { 'a2a-version': '1.0' };
const call = (method: string, params: object, agent = 'helper'): Attempt => ({
  path: `/a2a/${agent}`,
  headers: VERSION,
  body: { jsonrpc: '2.0', id: 1, method, params },
});
const send = (where: object, part: object, agent?: string) =>
  call('SendMessage', { message: { messageId: randomUUID(), role: 'ROLE_USER', parts: [part], ...where } }, agent);
const approved = ({ call: name }: Waiting) => ({ data: { call: name, approved: true } });

/** `@a2a-js/sdk`. A client that goes away cancels nothing: its abort is `CancelTask`. */
const A2A: HttpClient = {
  name: '@a2a-js/sdk',
  // The library takes no event above four megabytes.
  most: 2_000_000,
  connect: async (url) => {
    const client = await a2aClient(url);
    return async (prompt, { session, signal } = {}) => {
      const where = session === undefined ? {} : { contextId: session };
      let task = '';
      signal?.addEventListener('abort', () => void client.cancelTask({ tenant: '', id: task, metadata: undefined }), {
        once: true,
      });
      for await (const { payload } of client.sendMessageStream(message({ text: prompt }, where)))
        if (payload?.$case === 'task') task = payload.value.id;
      return said(await client.getTask({ tenant: '', id: task })).texts.at(-1) ?? '';
    };
  },
  later: async (url, run) => {
    const client = await a2aClient(url);
    const follow = async () => {
      for await (const _ of client.resubscribeTask({ tenant: '', id: run }));
    };
    // A task that has ended in the meantime has no stream any more.
    await follow().catch((error: Error) => expect(error.message).toContain('TASK_STATE_COMPLETED'));
    return said(await client.getTask({ tenant: '', id: run })).texts.at(-1) ?? '';
  },
  answer: (waiting) => send({ taskId: waiting.id, contextId: waiting.session }, approved(waiting)),
  attempts: (one, other) => [
    send({ taskId: HUGE }, approved(one)),
    send({ taskId: 'none' }, approved(one)),
    send({}, approved(one)),
    send({ taskId: one.id, contextId: other.session }, approved(one)),
    send({ taskId: one.id }, { data: { call: `${one.call}x`, approved: true } }),
    send({ taskId: one.id }, { data: { call: HUGE, approved: true } }),
    send({ taskId: one.id }, { data: { call: one.call, texts: ['yes'] } }),
    send({ taskId: one.id }, { text: 'Yes, do it.' }),
    send({ taskId: one.id }, approved(one), 'other'),
    send({ contextId: one.session }, { text: 'Hi.' }, 'other'),
    call('CancelTask', { id: 'none' }),
    call('SubscribeToTask', { id: HUGE }),
    { ...call('SendMessage', {}), headers: {} },
  ],
};

export const AGENT_CLIENTS: readonly HttpClient[] = [AG_UI, A2A];
