import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunWatcher, watchedBy } from '@loadout/command/runs';
import { type AnyTool, defineTool } from '@loadout/core';
import type { ModelProvider } from '@loadout/core/model';
import { type AgentPlan, type Plan, parsePermissionRule } from '@loadout/core/run';
import { type Script, scriptedModel } from '@loadout/model-script';
import { type Agent, createAgent } from '@loadout/runner';
import { sessionFolder } from '@loadout/sessions';
import { onTestFinished } from 'vitest';
import { LOCAL_HOSTS } from './guard.js';
import { listen } from './listen.js';
import { Metrics } from './metrics.js';
import type { ServedPage } from './page/served-page.js';
import { RecordedRuns } from './recorded-runs.js';
import { ServedRuns } from './served-runs.js';

export const TOKEN = 'a-token-of-some-length';

type Turns = Exclude<Parameters<typeof scriptedModel>[0], Script | Promise<Script>>;

interface Wish {
  readonly turns?: Turns;
  /** In place of the turns. */
  readonly model?: ModelProvider;
  /** The folder of an earlier server. */
  readonly folder?: string;
  readonly most?: number;
  readonly agent?: Partial<AgentPlan>;
  readonly page?: ServedPage;
  readonly watcher?: RunWatcher;
  readonly requestMs?: number;
}

/** A server of this process with the agents `helper` and `other`. `Note` needs an approval, `Look` does not, `Forbidden` is denied, and `Wait` waits. */
export async function served({ turns = [{ text: 'Asked: {{prompt}}' }], model = scriptedModel(turns), ...wish }: Wish = {}) {
  const folder = wish.folder ?? realpathSync(mkdtempSync(join(tmpdir(), 'loadout-served-')));
  if (wish.folder === undefined) onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const notes: unknown[] = [];
  const waits = later<string>();
  const waiting = later<AbortSignal>();
  const tools = [
    tool('Look', { readOnly: true, call: () => 'seen' }),
    tool('Note', { call: (input) => `note ${notes.push(input)}` }),
    tool('Forbidden', { url: 'https://denied.example/', call: (input) => `note ${notes.push(input)}` }),
    tool('Wait', {
      readOnly: true,
      call: (_, signal) => {
        waiting.resolve(signal);
        return Promise.race([waits.promise, aborted(signal)]);
      },
    }),
  ];
  const plan = planIn(folder, wish.agent ?? {});
  const agents = new Map<string, Promise<Agent>>();
  const agentFor = (name = 'helper') => {
    const agent = agents.get(name) ?? createAgent({ plan, agent: name, model, customTools: tools, env: { HOME: folder } });
    agents.set(name, agent);
    return agent;
  };
  const metrics = new Metrics();
  const recorded = new RecordedRuns(sessionFolder({ workspace: folder, dir: join(folder, '.sessions'), env: {} }));
  const runs = new ServedRuns({
    agentFor,
    agents: plan.agents,
    configDir: folder,
    most: wish.most ?? 5,
    watcher: wish.watcher === undefined ? metrics : watchedBy([metrics, wish.watcher]),
    recorded,
  });
  const faults: Error[] = [];
  const site = { runs, metrics, page: wish.page, token: TOKEN, hosts: LOCAL_HOSTS, refused: metrics.refused.bind(metrics) };
  const endpoint = await listen(site, {
    host: '127.0.0.1',
    port: undefined,
    onFault: (error) => faults.push(error),
    requestMs: wish.requestMs,
  });
  const close = async () => {
    runs.interruptAll();
    await runs.drain();
    await endpoint.close();
    for (const agent of agents.values()) await (await agent.catch(() => undefined))?.close();
  };
  onTestFinished(close);
  return { url: endpoint.url, runs, folder, notes, faults, waiting: waiting.promise, open: waits.resolve, close };
}

/** The place of the rule that denies. */
export const PLACE = { file: 'agent.config.yaml', line: 7, column: 12 };

function planIn(folder: string, changes: Partial<AgentPlan>): Plan {
  const rule = (behavior: 'allow' | 'deny', text: string) =>
    parsePermissionRule(text, { behavior, layer: 'project', position: { ...PLACE, file: join(folder, PLACE.file) } });
  const agent = (name: string): AgentPlan => ({
    name,
    instructions: 'Answer.',
    models: [],
    tools: ['*'],
    disallowedTools: [],
    permissions: { rules: [] },
    hooks: [],
    limits: {},
    concurrency: 10,
    model: {},
    ...changes,
  });
  return {
    configDir: folder,
    workspace: folder,
    plugins: [],
    providers: {},
    models: {},
    permissions: {
      mode: 'default',
      rules: [rule('deny', 'Forbidden(domain:denied.example)'), rule('allow', 'Wait')],
      additionalDirectories: [],
    },
    hooks: [],
    agents: { helper: agent('helper'), other: agent('other') },
    secrets: [],
    sessions: { dir: join(folder, '.sessions') },
  };
}

function later<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

interface ToolWish {
  readonly readOnly?: boolean;
  /** The address that it touches. */
  readonly url?: string;
  readonly call: (input: unknown, signal: AbortSignal) => string | Promise<string>;
}

const tool = (name: string, { readOnly = false, url, call }: ToolWish): AnyTool =>
  defineTool({
    name,
    description: `The tool ${name}.`,
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: readOnly },
    ...(url === undefined ? {} : { access: () => [{ kind: 'fetch' as const, url }] }),
    call: (input, { signal }) => call(input, signal),
  });

const aborted = (signal: AbortSignal) =>
  new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request with headers that `fetch` does not allow. */
export const raw = (url: string, { method = 'POST', headers = {}, body = '' }: Sent) =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const sent = request(url, { method, headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += String(chunk);
      resolve({ status: response.statusCode, body: text });
    });
    sent.on('error', reject);
    sent.end(body);
  });
