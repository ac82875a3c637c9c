import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { scripted } from './cli/scripted.js';
import { type Started, startLoadout } from './lib/loadout.js';

export const TOKEN = 'a-token-of-some-length';

export const waits = { tools: [{ Bash: { command: 'cat gate' } }] };
const EVERYTHING = { permissions: { allow: ['Bash'] } };

interface Wish {
  readonly turns: readonly unknown[];
  readonly agent?: Readonly<Record<string, unknown>>;
  readonly args?: readonly string[];
  readonly config?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly agents?: Readonly<Record<string, unknown>>;
  /** The folder of an earlier server. */
  readonly cwd?: string;
  readonly limits?: string;
}

export interface Server {
  readonly cwd: string;
  readonly process: Started;
  /** The answer, with a JSON body parsed. */
  ask(path: string, options?: RequestInit): Promise<{ status: number; headers: Headers; body: Body }>;
  start(body: unknown): ReturnType<Server['ask']>;
  /** The events of a run, from the first to the last. */
  events(id: string, after?: number): Promise<{ at: number; type: string }[]>;
  /** Lets a run continue that waits at the gate. */
  open(): void;
  readonly url: string;
}

interface Body {
  readonly id: string;
  readonly state: string;
  readonly events: number;
  readonly agent: string;
  readonly session: string;
  readonly result?: { readonly outcome: string; readonly text: string; readonly error?: unknown };
  readonly runs: readonly Body[];
  readonly error?: { readonly code: string; readonly message: string; readonly fix?: string };
}

export async function serve({
  turns,
  agent = {},
  args = [],
  config = EVERYTHING,
  env = { LOADOUT_HTTP_TOKEN: TOKEN },
  files = {},
  agents = {},
  limits,
  ...wish
}: Wish): Promise<Server> {
  const cwd = wish.cwd ?? scripted({ turns, agent, config, files, agents });
  spawnSync('mkfifo', [join(cwd, 'gate')]);
  const process = await startLoadout(['serve', 'http', ...args], { cwd, env, limits });
  onTestFinished(async () => {
    process.kill('SIGKILL');
    await process.finished;
  });
  const url = await told(process, /at (http:\S+)\n/);
  const headers = { authorization: `Bearer ${TOKEN}` };
  const ask: Server['ask'] = async (path, options = {}) => {
    const response = await fetch(`${url}${path}`, { ...options, headers: { ...headers, ...options.headers } });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as Body };
  };
  return {
    cwd,
    process,
    url,
    ask,
    start: (body) =>
      ask('/runs', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    events: async (id, after) => {
      const last = after === undefined ? {} : { 'last-event-id': String(after) };
      return eventsIn(await (await fetch(`${url}/runs/${id}/events`, { headers: { ...headers, ...last } })).text());
    },
    open: () => writeFileSync(join(cwd, 'gate'), ''),
  };
}

/** Resolves with a match in the standard error of a process, once it is printed. */
export async function told(process: Started, pattern: RegExp): Promise<string> {
  for (;;) {
    const found = pattern.exec(process.errors());
    if (found !== null) return found[1] ?? '';
    if (!process.running()) throw new Error(`It ended: ${process.errors()}`);
    // A wait without a pause would take the processor from the process that it waits for.
    await pause(5);
  }
}

export const eventsIn = (text: string) =>
  [...text.matchAll(/^id: (\d+)\ndata: (.*)\n\n/gm)].map(([, id, json = '']) => ({
    at: Number(id),
    ...(JSON.parse(json) as { type: string }),
  }));

/** Sends a request with headers that `fetch` does not allow. */
export const rawStatus = (url: string, headers: Readonly<Record<string, string>>) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
