import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { startWarmLoadout } from '../../lib/loadout.js';
import { ANSWER, type Door, PROMPTS } from '../scenario.js';
import { type Event, endOf, toldByEvents } from './events.js';

const TOKEN = 'a-token-of-some-length';
const HEADERS = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

/** Starts `loadout serve http` for a project. */
export async function servedAt(cwd: string): Promise<{ readonly url: string; readonly end: () => Promise<void> }> {
  const server = await startWarmLoadout(['serve', 'http'], { cwd, env: { LOADOUT_HTTP_TOKEN: TOKEN } });
  const ended = server.finished.then(() => Promise.reject(new Error(`It ended: ${server.errors()}`)));
  ended.catch(() => {});
  const end = async () => {
    server.kill('SIGTERM');
    await server.finished;
  };
  onTestFinished(end);
  for (;;) {
    const [, url] = /at (http:\S+)\n/.exec(server.errors()) ?? [];
    if (url !== undefined) return { url, end };
    await Promise.race([pause(5), ended]);
  }
}

export interface Run {
  readonly id: string;
  readonly session: string;
  readonly state: string;
  readonly result?: Event['result'];
  readonly asks?: readonly {
    readonly call: string;
    readonly tool: string;
    readonly input: { readonly command?: string };
    readonly questions?: readonly { readonly question: string }[];
  }[];
}

export const postTo = async (url: string, body: object) => {
  const answer = await fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json() as Promise<Run>;
};

/** The events of a run up to its last one. `seen` hears each of them as it comes. */
async function eventsOf(
  url: string,
  id: string,
  seen: (event: Event) => void = () => {},
  signal: AbortSignal | null = null,
): Promise<readonly Event[]> {
  const { body } = await fetch(`${url}/runs/${id}/events`, { headers: HEADERS, signal });
  const events: Event[] = [];
  let text = '';
  for await (const part of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const frames = (text + part).split('\n\n');
    text = frames.pop() ?? '';
    for (const [, json] of frames.map((frame) => /^data: (.*)$/m.exec(frame) ?? [])) {
      if (json === undefined) continue;
      const event = JSON.parse(json) as Event;
      events.push(event);
      seen(event);
    }
  }
  return events;
}

const runAt = async (url: string, id: string) => (await (await fetch(`${url}/runs/${id}`, { headers: HEADERS })).json()) as Run;

/** A run that has ended, or waits for an answer. */
export async function endedRun(url: string, id: string): Promise<Run> {
  await eventsOf(url, id);
  return runAt(url, id);
}

/** Loadout's own interface: `/runs` of `serve http`. */
export const overHttp: Door = {
  name: 'HTTP',
  async play(cwd) {
    const { url } = await servedAt(cwd);
    const started = (prompt: string, session?: string) =>
      postTo(`${url}/runs`, { agent: 'helper', prompt, approvals: 'ask', ...(session === undefined ? {} : { resume: session }) });
    const first = await started(PROMPTS.work);
    const events: Event[] = [];
    const asks: NonNullable<Run['asks']>[number][] = [];
    for (let at = first; ; ) {
      events.push(...(await eventsOf(url, at.id)));
      const [ask] = (await runAt(url, at.id)).asks ?? [];
      if (ask === undefined) break;
      asks.push(ask);
      const texts = ask.questions === undefined ? {} : { texts: [ANSWER] };
      at = await postTo(`${url}/runs/${at.id}/answers`, { call: ask.call, behavior: 'allow', ...texts });
    }
    const { session } = first;
    const waiting = await started(PROMPTS.cancelled, session);
    const interrupt = () => void fetch(`${url}/runs/${waiting.id}`, { method: 'DELETE', headers: HEADERS });
    const cancelled = await eventsOf(url, waiting.id, ({ type }) => type === 'tool_start' && interrupt());
    const resumed = await eventsOf(url, (await started(PROMPTS.resumed, session)).id);
    const endless = await eventsOf(url, (await started(PROMPTS.endless, session)).id);
    const [approval, question] = asks;
    return {
      ...toldByEvents(events),
      approval: `${approval?.tool} ${approval?.input.command}`,
      question: question?.questions?.[0]?.question,
      cancel: endOf(cancelled),
      limit: endOf(endless),
      resumed: resumed.at(-1)?.result?.text,
    };
  },
};

/** Waits until a call works, which has this in its input. */
export async function startedCall(url: string, run: string, input: string): Promise<void> {
  const gone = new AbortController();
  const isIt = (event: Event) => event.type === 'tool_start' && JSON.stringify(event).includes(input);
  await eventsOf(url, run, (event) => isIt(event) && gone.abort(), gone.signal).catch(() => {});
}

/** The id of the run that is active. */
export async function activeRun(url: string): Promise<string> {
  const runs = async () =>
    ((await (await fetch(`${url}/runs`, { headers: HEADERS })).json()) as { readonly runs: readonly Run[] }).runs;
  const active = async () => (await runs()).find(({ state }) => state === 'running')?.id ?? '';
  await expect.poll(active).not.toBe('');
  return active();
}
