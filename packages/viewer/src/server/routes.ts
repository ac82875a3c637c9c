import { isLoadoutError, messageOf } from '@loadout/core';
import { bearerOf, type Exchange, type PageKeys } from '@loadout/node';
import { errors } from '../errors.js';
import type { Recording } from '../model/recording.js';
import type { Opened } from '../model/wire.js';
import type { RulesAnswer } from '../rules/rule-suggestions.js';
import { checkHost } from './guard.js';
import type { LiveFeed } from './live-feed.js';
import { readObject, sendJson, sendLive, sendPage } from './send.js';

/** The longest text that is searched for, and the most nodes that a search returns. */
const MAX_QUERY = 1_000;
const MOST_FOUND = 1_000;

const BASE = 'http://127.0.0.1';

export interface Shown {
  readonly recording: Recording;
  readonly feed: LiveFeed;
}

export interface Site {
  readonly page: string;
  readonly port: number;
  readonly keys: PageKeys;
  readonly shown: readonly Shown[];
  /** Reads what the sessions of the project say of its rules. Absent: there is no project. */
  readonly rules?: (() => Promise<RulesAnswer>) | undefined;
}

interface Asked extends Exchange, Shown {
  readonly id: number;
  readonly query: URLSearchParams;
}

type Route = (asked: Asked) => Promise<void>;

/** The routes below `api/recordings/N`. */
const ROUTES: readonly { readonly path: RegExp; readonly answer: Route }[] = [
  { path: /^$/, answer: sendTrajectory },
  { path: /^\/contents\/(\d{1,9})$/, answer: sendContents },
  { path: /^\/files$/, answer: async (asked) => sendJson(asked, { body: await asked.recording.files() }) },
  { path: /^\/search$/, answer: sendFound },
  { path: /^\/events$/, answer: (asked) => sendLive(asked, asked.feed) },
];

/** Answers one request. Throws the error for a refused request. */
export async function answer(exchange: Exchange, site: Site): Promise<void> {
  const { incoming } = exchange;
  const { method = 'GET', headers, url = '/' } = incoming;
  checkHost(headers, site);
  if (!URL.canParse(url, BASE)) throw errors.VIEW_ROUTE({ path: url });
  const { pathname: path, searchParams: query } = new URL(url, BASE);
  const allowed = path === '/api/open' ? 'POST' : 'GET';
  if (method !== allowed) throw errors.VIEW_METHOD({ method, path, allowed });
  if (path === '/') return sendPage(exchange, site.page);
  if (path === '/api/open') return open(exchange, site);
  if (!site.keys.accepts(bearerOf(headers))) throw errors.VIEW_KEY({});
  if (path === '/api/rules' && site.rules !== undefined) return sendJson(exchange, { body: await site.rules() });
  const [, number = '', rest = ''] = /^\/api\/recordings\/(\d{1,4})(|\/.*)$/.exec(path) ?? [];
  const shown = number === '' ? undefined : site.shown[Number(number)];
  const route = ROUTES.find((one) => one.path.test(rest));
  if (shown === undefined || route === undefined) throw errors.VIEW_ROUTE({ path });
  const id = Number(route.path.exec(rest)?.[1] ?? 0);
  if (id >= Math.max(1, shown.recording.trajectory.nodes.length)) throw errors.VIEW_ROUTE({ path });
  await readable(route.answer({ ...exchange, ...shown, id, query }));
}

async function open(exchange: Exchange, { keys, shown, rules }: Site): Promise<void> {
  const { token } = await readObject(exchange);
  const key = keys.open(token);
  if (key === undefined) throw errors.VIEW_TOKEN({});
  const opened: Opened = { key, recordings: shown.length, rules: rules !== undefined };
  await sendJson(exchange, { body: opened });
}

async function sendTrajectory(asked: Asked): Promise<void> {
  await asked.feed.refresh();
  await sendJson(asked, { body: asked.recording.trajectory });
}

async function sendContents(asked: Asked): Promise<void> {
  await sendJson(asked, { body: await asked.recording.contents(asked.id) });
}

async function sendFound(asked: Asked): Promise<void> {
  const text = asked.query.get('q') ?? '';
  if (text === '' || text.length > MAX_QUERY)
    throw errors.VIEW_REQUEST({ problem: `q must have 1 to ${MAX_QUERY} characters, but has ${text.length}` });
  await sendJson(asked, { body: await asked.recording.search(text, MOST_FOUND) });
}

/** A file that is gone is an answer of its own. Throws VIEW_UNREADABLE for it. */
async function readable(answering: Promise<void>): Promise<void> {
  try {
    await answering;
  } catch (error) {
    if (isLoadoutError(error) || !isOfTheDisk(error)) throw error;
    throw errors.VIEW_UNREADABLE({ problem: messageOf(error) }, { cause: error });
  }
}

const isOfTheDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error && 'path' in error;
