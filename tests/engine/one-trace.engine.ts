import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { EngineClient } from '@loadout/engine-restate';
import type { SessionRecord } from '@loadout/sessions';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CANNOT_SAY } from '../doors/cannot-say.js';
import { type Event, endOf, toldByEvents } from '../doors/drivers/events.js';
import { callsOnRecord } from '../doors/journal.js';
import { ANSWER, denialIn, EXPECTED, expectedJournal, PROMPTS, scenario, type Told } from '../doors/scenario.js';
import { type Started, startLoadout } from '../lib/loadout.js';
import { freePorts, says, startEngine } from './engine-server.test-kit.js';
import { until } from './until.js';

interface Run {
  readonly id: string;
  readonly session: string;
  readonly state: string;
  readonly asks?: readonly Ask[];
}

interface Ask {
  readonly call: string;
  readonly tool: string;
  readonly input: { readonly command?: string };
  readonly questions?: readonly { readonly question: string }[];
}

const HEADERS = { 'content-type': 'application/json' };

async function asked<T>(url: string, { method = 'GET', body }: { readonly method?: string; readonly body?: object } = {}) {
  const answer = await fetch(url, { method, headers: HEADERS, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

const started = (site: string, prompt: string, session?: string) =>
  asked<Run>(`${site}/runs`, {
    method: 'POST',
    body: { agent: 'helper', prompt, ...(session === undefined ? {} : { resume: session }) },
  });

/** Resolves with the run when it waits for an answer that was not given yet, or has ended. A run of an engine waits as one run. */
const settled = (site: string, id: string, given: ReadonlySet<string>): Promise<Run> =>
  until(async () => {
    const run = await asked<Run>(`${site}/runs/${id}`);
    const isAsking = run.state === 'waiting' && run.asks?.some(({ call }) => !given.has(call)) === true;
    return isAsking || run.state === 'ended' ? run : undefined;
  });

async function eventsOf(site: string, id: string): Promise<readonly Event[]> {
  const text = await (await fetch(`${site}/runs/${id}/events`)).text();
  return [...text.matchAll(/^id: \d+\ndata: (.*)$/gm)].map(([, json = '']) => JSON.parse(json) as Event);
}

/** The work: its run, polled while it waits, and the questions that were answered. */
async function worked(site: string): Promise<{ readonly run: Run; readonly asks: readonly Ask[] }> {
  const asks: Ask[] = [];
  const given = new Set<string>();
  const { id } = await started(site, PROMPTS.work);
  for (;;) {
    const run = await settled(site, id, given);
    const ask = run.asks?.find(({ call }) => !given.has(call));
    if (run.state === 'ended' || ask === undefined) return { run, asks };
    asks.push(ask);
    given.add(ask.call);
    const texts = ask.questions === undefined ? {} : { texts: [ANSWER] };
    await asked(`${site}/runs/${id}/answers`, { method: 'POST', body: { call: ask.call, behavior: 'allow', ...texts } });
  }
}

async function play(site: string): Promise<{ readonly told: Told; readonly session: string }> {
  const { run, asks } = await worked(site);
  const { session } = run;
  const ended = async (prompt: string) => {
    const { id } = await started(site, prompt, session);
    await settled(site, id, new Set());
    return eventsOf(site, id);
  };
  const waiting = await started(site, PROMPTS.cancelled, session);
  await until(async () => {
    const url = `${site}/runs/${waiting.id}/events`;
    return (await startedWith(url, 'cat gate')) ? true : undefined;
  });
  await asked(`${site}/runs/${waiting.id}`, { method: 'DELETE' });
  await settled(site, waiting.id, new Set());
  const [approval, question] = asks;
  const told = {
    ...toldByEvents(await eventsOf(site, run.id)),
    approval: `${approval?.tool} ${approval?.input.command}`,
    question: question?.questions?.[0]?.question,
    cancel: endOf(await eventsOf(site, waiting.id)),
    resumed: (await ended(PROMPTS.resumed)).at(-1)?.result?.text,
    limit: endOf(await ended(PROMPTS.endless)),
  };
  return { told, session };
}

/** Whether a call has started that has this in its input. */
async function startedWith(url: string, input: string): Promise<boolean> {
  const stop = new AbortController();
  const { body } = await fetch(url, { signal: stop.signal });
  let text = '';
  for await (const part of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += part;
    if (!text.split('\n').some((line) => line.includes('"tool_start"') && line.includes(input))) continue;
    stop.abort();
    return true;
  }
  return false;
}

/** Starts a part of Loadout that ends with the test. */
async function beside(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
) {
  const program: Started = await startLoadout(args, { cwd, env });
  onTestFinished(async () => {
    program.kill('SIGKILL');
    await program.finished;
  });
  await says(program, 'Serving');
}

describe('one scenario', () => {
  it('over an engine is told and recorded as over every door, but for what an engine cannot say', async () => {
    const cwd = scenario();
    symlinkSync(join(import.meta.dirname, 'node_modules/@restatedev'), join(cwd, 'node_modules/@restatedev'));
    const { env, address } = await startEngine(cwd);
    const [workerPort = 0, port = 0] = await freePorts(2);
    await beside(['worker', '--port', String(workerPort)], { cwd, env });
    await beside(['serve', 'http', '--engine', '--no-auth', '--port', String(port)], { cwd, env });
    const { told, session } = await play(`http://127.0.0.1:${port}`);
    const unsaid = CANNOT_SAY.Engine ?? {};
    const expected = Object.entries({ ...EXPECTED, denial: denialIn(cwd) }).filter(([aspect]) => !(aspect in unsaid));
    const said = Object.entries(told).filter(([, value]) => value !== undefined);
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(expected));
    const records: SessionRecord[] = [];
    for await (const item of new EngineClient(address).follow(session, new AbortController().signal))
      if ('records' in item) records.push(...item.records);
    expect(callsOnRecord(records, cwd).map(withoutCancelled)).toEqual(expectedJournal(cwd).map(withoutCancelled));
  });
});

/** The words for a call that was cancelled depend on how far it had come. */
const withoutCancelled = <T extends { readonly input?: unknown; readonly result?: unknown }>(call: T): T =>
  JSON.stringify(call.input).includes('cat gate') ? { ...call, result: undefined } : call;
