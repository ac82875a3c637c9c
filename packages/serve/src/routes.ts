import type { IncomingMessage } from 'node:http';
import { defined, type Exchange, versionOf } from '@loadout/node';
import { readObject, sendEvents, sendJson, sendText } from './answer.js';
import { doorOf } from './doors.js';
import { errors } from './errors.js';
import { checkHost, checkToken, type GuardOptions } from './guard.js';
import type { AnswerWish, HttpRuns, RunWish } from './http-runs.js';
import type { Metrics } from './metrics.js';
import { answerPage, type ServedPage } from './page/served-page.js';

export interface Site extends GuardOptions {
  readonly runs: HttpRuns;
  readonly metrics: Metrics;
  /** Absent: no page is served. */
  readonly page?: ServedPage | undefined;
  /** Called for a connection that has shown the token. */
  readonly trust: (socket: IncomingMessage['socket']) => void;
}

interface Asked extends Exchange {
  readonly runs: HttpRuns;
  readonly metrics: Metrics;
  readonly id: string;
}

type Route = (asked: Asked) => void | Promise<void>;

/** The routes by path, then by method. Source: CLI-07. */
const ROUTES: readonly { readonly path: RegExp; readonly methods: Readonly<Record<string, Route>> }[] = [
  {
    path: /^\/runs$/,
    methods: {
      GET: async ({ outgoing, runs }) => sendJson(outgoing, { body: { runs: await runs.list() } }),
      POST: startRun,
    },
  },
  {
    path: /^\/runs\/([\w-]+)$/,
    methods: {
      GET: async ({ outgoing, runs, id }) => sendJson(outgoing, { body: await runs.get(id) }),
      DELETE: async ({ outgoing, runs, id }) => sendJson(outgoing, { status: 202, body: await runs.interrupt(id) }),
    },
  },
  { path: /^\/runs\/([\w-]+)\/events$/, methods: { GET: tellEvents } },
  { path: /^\/runs\/([\w-]+)\/answers$/, methods: { POST: answerRun } },
  {
    path: /^\/sessions$/,
    methods: { GET: async ({ outgoing, runs }) => sendJson(outgoing, { body: { sessions: await runs.sessions() } }) },
  },
  {
    path: /^\/sessions\/([\w-]+)$/,
    methods: { GET: async ({ outgoing, runs, id }) => sendJson(outgoing, { body: { id, runs: await runs.runsOf(id) } }) },
  },
  { path: /^\/metrics$/, methods: { GET: tellMetrics } },
];

/** The path of a request. The query is left out: a client may write a secret into it. */
export const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/';

/** Answers one request. Throws the error for a refused request. */
export async function answer({ incoming, outgoing }: Exchange, site: Site): Promise<void> {
  const { runs, metrics } = site;
  const method = incoming.method === 'HEAD' ? 'GET' : (incoming.method ?? 'GET');
  const pathname = pathOf(incoming);
  checkHost(incoming.headers, site);
  // A monitor of the process has no token.
  if (pathname === '/health' && method === 'GET')
    return sendJson(outgoing, {
      body: { status: 'ok', version: versionOf('@loadout/serve', import.meta.url), running: runs.running },
    });
  if (pathname === '/ready' && method === 'GET')
    return sendJson(outgoing, { status: runs.isOpen ? 200 : 503, body: { status: runs.isOpen ? 'ready' : 'ending' } });
  if (site.page !== undefined && (await answerPage({ incoming, outgoing, method, path: pathname }, site.page))) return;
  checkToken(incoming.headers, { ...site, keys: site.page?.keys });
  site.trust(incoming.socket);
  const door = await doorOf(pathname);
  if (door !== undefined) return door.answer({ incoming, outgoing, runs, path: pathname, method });
  const route = ROUTES.find(({ path }) => path.test(pathname));
  if (route === undefined) throw errors.HTTP_ROUTE({ path: pathname });
  const work = Object.hasOwn(route.methods, method) ? route.methods[method] : undefined;
  if (work === undefined) throw errors.HTTP_METHOD({ method, path: pathname, methods: Object.keys(route.methods) });
  await work({ incoming, outgoing, runs, metrics, id: route.path.exec(pathname)?.[1] ?? '' });
}

async function startRun({ incoming, outgoing, runs }: Asked): Promise<void> {
  const state = await runs.start(wishOf(await readObject(incoming, { sends: WISH })));
  sendJson(outgoing, { status: 202, body: state, headers: { location: `/runs/${state.id}` } });
}

async function answerRun({ incoming, outgoing, runs, id }: Asked): Promise<void> {
  sendJson(outgoing, { status: 202, body: await runs.answer(id, [answerOf(await readObject(incoming, { sends: ANSWER }))]) });
}

const WISH = '{"prompt": "…"}, with "agent", "resume" and "approvals": "ask" if you need them';
const ANSWER =
  '{"behavior": "allow"} or {"behavior": "deny"}, with "call", "always", "message", "texts", "by" and "proof" if you need them';

const FIELDS = ['agent', 'prompt', 'resume', 'approvals'];
const ANSWER_FIELDS = ['call', 'behavior', 'message', 'by', 'proof'];

function wishOf(body: Readonly<Record<string, unknown>>): RunWish {
  checkTexts(body, { fields: FIELDS, sends: WISH });
  const { agent, prompt, resume, approvals = 'deny' } = body as Readonly<Record<string, string | undefined>>;
  if (prompt === undefined || prompt.trim() === '') throw errors.HTTP_BODY({ problem: 'it has no prompt', sends: WISH });
  if (approvals !== 'ask' && approvals !== 'deny')
    throw errors.HTTP_BODY({ problem: 'its approvals must be ask or deny', sends: WISH });
  return { agent, prompt, resume, asks: approvals === 'ask' };
}

function answerOf(body: Readonly<Record<string, unknown>>): AnswerWish {
  const { texts, always, ...single } = body;
  checkTexts(single, { fields: ANSWER_FIELDS, sends: ANSWER });
  checkFlag('always', always, ANSWER);
  if (texts !== undefined && !(Array.isArray(texts) && texts.every((text) => typeof text === 'string')))
    throw errors.HTTP_BODY({ problem: 'texts must be a list of texts', sends: ANSWER });
  const { behavior, ...rest } = single as { readonly behavior?: string } & Omit<AnswerWish, 'behavior'>;
  if (behavior !== 'allow' && behavior !== 'deny')
    throw errors.HTTP_BODY({ problem: 'its behavior must be allow or deny', sends: ANSWER });
  return { ...rest, behavior, ...defined({ texts }), ...(always === true ? { always } : {}) };
}

/** Throws HTTP_BODY for a value that is neither true nor false. */
function checkFlag(name: string, value: unknown, sends: string): void {
  if (value !== undefined && typeof value !== 'boolean')
    throw errors.HTTP_BODY({ problem: `${name} must be true or false`, sends });
}

/** Throws HTTP_BODY for a field that is not known or no text. */
function checkTexts(
  body: Readonly<Record<string, unknown>>,
  { fields, sends }: { readonly fields: readonly string[]; readonly sends: string },
): void {
  const unknown = Object.keys(body).filter((name) => !fields.includes(name));
  if (unknown.length > 0) throw errors.HTTP_BODY({ problem: `it has ${unknown.join(', ')}, which is not known`, sends });
  const wrong = fields.filter((name) => body[name] !== undefined && typeof body[name] !== 'string');
  if (wrong.length > 0) throw errors.HTTP_BODY({ problem: `${wrong.join(' and ')} must be text`, sends });
}

async function tellMetrics({ outgoing, metrics, runs }: Asked): Promise<void> {
  sendText(outgoing, metrics.text() + ((await runs.metrics?.()) ?? ''));
}

async function tellEvents({ incoming, outgoing, runs, id }: Asked): Promise<void> {
  const last = incoming.headers['last-event-id'];
  const after = Number(Array.isArray(last) ? last[0] : (last ?? 0));
  if (!Number.isInteger(after) || after < 0)
    throw errors.HTTP_BODY({
      problem: 'Last-Event-ID is not the number of an event',
      sends: 'the number of the last event that you have, or no Last-Event-ID',
    });
  await sendEvents(outgoing, { log: await runs.events(id), after });
}
