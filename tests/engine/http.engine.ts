import { appendFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HttpAgent } from '../../packages/ag-ui/src/ag-ui-client.test-kit.js';
import { startLoadout } from '../lib/loadout.js';
import { freePorts, says } from './engine-server.test-kit.js';
import { type Farm, startFarm } from './farm.test-kit.js';
import { until } from './until.js';

interface Event {
  readonly id: number;
  readonly type: string;
}

/** Starts the server of runs. Its address is the same each time. */
async function serve({ dir, env }: Farm, port: number) {
  const server = await startLoadout(['serve', 'http', '--engine', '--no-auth', '--port', String(port)], { cwd: dir, env });
  const kill = async () => {
    server.kill('SIGKILL');
    await server.finished;
  };
  onTestFinished(kill);
  await says(server, 'Serving');
  return kill;
}

const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const json = async (response: Response) => (await response.json()) as Readonly<Record<string, unknown>>;

/** Reads events behind an id, up to the end, or to an event of this type. */
async function eventsOf(url: string, { after = 0, upTo = '' } = {}): Promise<readonly Event[]> {
  const stop = new AbortController();
  const response = await fetch(`${url}/events`, { headers: { 'last-event-id': String(after) }, signal: stop.signal });
  const events: Event[] = [];
  let rest = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = `${rest}${chunk}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks.filter((one) => one.startsWith('id: '))) {
      const [id = '', data = ''] = block.split('\n');
      events.push({ ...(JSON.parse(data.slice('data: '.length)) as Event), id: Number(id.slice('id: '.length)) });
    }
    if (events.some(({ type }) => type === upTo)) {
      stop.abort();
      break;
    }
  }
  return events;
}

interface Ended {
  readonly type: string;
  readonly outcome?: { readonly interrupts?: readonly { readonly id: string; readonly metadata?: { readonly tool?: string } }[] };
}

interface Task {
  readonly result: { readonly task: { readonly id: string; readonly status: { readonly state: string } } };
}

/** A receiver of messages, which takes each. */
async function receiver() {
  const told: unknown[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    told.push(JSON.parse(body));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, told };
}

describe('a server of runs on an engine', () => {
  it('keeps runs, their ids, their events and their questions when it is killed and started again', async () => {
    const farm = await startFarm();
    await farm.work();
    const [port = 0] = await freePorts(1);
    const kill = await serve(farm, port);
    const site = `http://127.0.0.1:${port}`;
    const started = await json(await post(`${site}/runs`, { agent: 'asking', prompt: 'Go on.' }));
    expect(started).toMatchObject({ agent: 'asking', state: 'queued' });
    const run = `${site}/runs/${String(started.id)}`;
    const first = await eventsOf(run, { upTo: 'message' });
    const waiting = await until(async () => {
      const found = await json(await fetch(run));
      return found.state === 'waiting' ? found : undefined;
    });
    expect(waiting.asks).toMatchObject([{ tool: 'effects__hold', rule: 'effects__hold' }]);
    const counted = await (await fetch(`${site}/metrics`)).text();
    expect(counted).toContain('loadout_engine_runs{agent="asking",state="waiting"} 1');
    await kill();
    await serve(farm, port);
    writeFileSync(join(farm.dir, 'go'), '');
    expect((await post(`${run}/answers`, { behavior: 'allow', by: 'Ada' })).status).toBe(202);
    const last = first.at(-1)?.id ?? 0;
    const rest = await eventsOf(run, { after: last });
    const all = [...first, ...rest];
    expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => index + 1));
    expect([all[0]?.type, all.at(-1)?.type]).toEqual(['init', 'result']);
    expect(await json(await fetch(run))).toMatchObject({ state: 'ended', result: { outcome: 'success', text: 'Let go.' } });
    const again = await post(`${run}/answers`, { behavior: 'deny' });
    expect([again.status, (await json(again)).error]).toEqual([409, expect.objectContaining({ code: 'HTTP_NOTHING_ASKED' })]);
    // The count is some seconds old at most.
    const now = await until(async () => {
      const text = await (await fetch(`${site}/metrics`)).text();
      return text.includes('loadout_engine_runs{') ? undefined : text;
    });
    expect(now).toContain('# TYPE loadout_engine_runs gauge');
    expect(await json(await fetch(`${site}/runs`))).toMatchObject({ runs: [{ id: started.id, state: 'ended' }] });
  });

  it('is behind the doors too: a request waits until somebody answers, and a task says so', async () => {
    const farm = await startFarm();
    await farm.work();
    const [port = 0] = await freePorts(1);
    await serve(farm, port);
    const site = `http://127.0.0.1:${port}`;
    const messages = [{ role: 'user', content: 'Go on.' }];
    const asked = post(`${site}/v1/chat/completions`, { model: 'asking', messages });
    const run = await until(async () => {
      const { runs } = (await json(await fetch(`${site}/runs`))) as {
        readonly runs: readonly { readonly id: string; readonly state: string }[];
      };
      return runs.find(({ state }) => state === 'waiting');
    });
    const call = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: run.id } };
    const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
    const task = await fetch(`${site}/a2a/asking`, { method: 'POST', headers, body: JSON.stringify(call) });
    expect(await json(task)).toMatchObject({ result: { id: run.id, status: { state: 'TASK_STATE_INPUT_REQUIRED' } } });
    writeFileSync(join(farm.dir, 'go'), '');
    expect((await post(`${site}/runs/${run.id}/answers`, { behavior: 'allow', by: 'Ada' })).status).toBe(202);
    const answer = await asked;
    expect(answer.headers.get('x-loadout-outcome')).toBe('success');
    const { choices } = (await json(answer)) as {
      readonly choices: readonly { readonly message: { readonly content: string } }[];
    };
    expect(choices[0]?.message.content).toMatch(/Let go\.$/);
    const pictures = await post(`${site}/v1/chat/completions`, {
      model: 'asking',
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] }],
    });
    expect([pictures.status, (await json(pictures)).error]).toEqual([400, expect.objectContaining({ code: 'HTTP_TEXT_ALONE' })]);
  });

  it('asks a client of AG-UI or A2A what waits, goes on with its answer, and takes no tools of a client', async () => {
    const farm = await startFarm();
    await farm.work();
    const [port = 0] = await freePorts(1);
    await serve(farm, port);
    const site = `http://127.0.0.1:${port}`;
    const agent = new HttpAgent({ url: `${site}/agui/asking`, threadId: 'a-thread' });
    agent.addMessage({ id: '1', role: 'user', content: 'Go on.' });
    const told: Ended[] = [];
    const heard = { onEvent: ({ event }: { readonly event: unknown }) => void told.push(event as Ended) };
    await agent.runAgent({}, heard);
    const [interrupt] = told.at(-1)?.outcome?.interrupts ?? [];
    expect([told.at(-1)?.type, interrupt?.metadata?.tool]).toEqual(['RUN_FINISHED', 'effects__hold']);
    writeFileSync(join(farm.dir, 'go'), '');
    const resume = [{ interruptId: interrupt?.id ?? '', status: 'resolved' as const, payload: { approved: true } }];
    await agent.runAgent({ resume }, heard);
    expect([told.at(-1)?.type, agent.messages.at(-1)]).toEqual([
      'RUN_FINISHED',
      expect.objectContaining({ role: 'assistant', content: 'Let go.' }),
    ]);
    expect(told.filter(({ type }) => type === 'TOOL_CALL_START')).toHaveLength(1);
    const rpc = async (method: string, params: object) =>
      json(
        await fetch(`${site}/a2a/asking`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        }),
      );
    const message = (parts: readonly object[], where = {}) => ({ messageId: '1', role: 'ROLE_USER', parts, ...where });
    const task = (await rpc('SendMessage', { message: message([{ text: 'Go on.' }]) })) as unknown as Task;
    expect(task.result.task.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    const answered = message([{ data: { approved: true } }], { taskId: task.result.task.id });
    expect(await rpc('SendMessage', { message: answered })).toMatchObject({
      result: { task: { status: { state: 'TASK_STATE_COMPLETED' } } },
    });
    const tools = [{ type: 'function', function: { name: 'weather' } }];
    const offered = await fetch(`${site}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-loadout-client-tools': 'allow' },
      body: JSON.stringify({ model: 'asking', tools, messages: [{ role: 'user', content: 'Go on.' }] }),
    });
    expect([offered.status, (await json(offered)).error]).toEqual([
      400,
      expect.objectContaining({ code: 'HTTP_TEXT_ALONE', message: expect.stringContaining('contains tools of the client') }),
    ]);
  });

  it('tells the receivers of notify what waits and what has ended, and of a question again after a restart', async () => {
    const { url, told } = await receiver();
    const farm = await startFarm();
    appendFileSync(join(farm.dir, 'agent.config.yaml'), `notify: { team: { url: ${url}, content: full } }\n`);
    await farm.work();
    const [port = 0] = await freePorts(1);
    const kill = await serve(farm, port);
    const site = `http://127.0.0.1:${port}`;
    const { id } = await json(await post(`${site}/runs`, { agent: 'asking', prompt: 'Go on.' }));
    const waits = {
      type: 'run.waiting',
      data: { run: id, tool: 'effects__hold', address: `${site}/runs/${String(id)}`, input: expect.any(Object) },
    };
    await until(() => told[0]);
    await kill();
    await serve(farm, port);
    await until(() => told[1]);
    writeFileSync(join(farm.dir, 'go'), '');
    await post(`${site}/runs/${String(id)}/answers`, { behavior: 'allow', by: 'Ada' });
    await until(() => told[2]);
    expect(told).toMatchObject([waits, waits, { type: 'run.ended', data: { run: id, outcome: 'success', denied: 0 } }]);
  });

  it('continues a session as a run of its own, and cancels a run', async () => {
    const farm = await startFarm();
    await farm.work();
    const [port = 0] = await freePorts(1);
    await serve(farm, port);
    const site = `http://127.0.0.1:${port}`;
    const { id } = await json(await post(`${site}/runs`, { agent: 'five', prompt: 'Go on.' }));
    expect((await eventsOf(`${site}/runs/${String(id)}`)).at(-1)?.type).toBe('result');
    const second = await json(await post(`${site}/runs`, { prompt: 'Again.', resume: String(id) }));
    expect(second).toMatchObject({ id: `${String(id)}-r2`, session: id });
    const events = await eventsOf(`${site}/runs/${String(second.id)}`);
    expect([events[0]?.type, events.at(-1)]).toEqual(['prompt', expect.objectContaining({ type: 'result' })]);
    const held = await json(await post(`${site}/runs`, { agent: 'hold', prompt: 'Go on.' }));
    await until(() => farm.effects().find(({ run }) => run === held.id));
    expect((await fetch(`${site}/runs/${String(held.id)}`, { method: 'DELETE' })).status).toBe(202);
    expect((await eventsOf(`${site}/runs/${String(held.id)}`)).at(-1)).toMatchObject({
      type: 'result',
      result: { outcome: 'interrupted' },
    });
    expect((await fetch(`${site}/runs/nobody`)).status).toBe(404);
  });
});
