import { oneLine } from '@loadout/command';
import { messageOf } from '@loadout/core';
import type { Approval, Ask } from '../approval/approval.js';
import { provenAnswer } from '../client/proven-answer.js';
import { errors } from '../errors.js';

/** The time limit of a request to a server. */
const LIMIT_MS = 30_000;
const LOCAL: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** A question as `GET /runs/ID` tells it. */
type AskAt = Pick<Ask, 'call' | 'tool' | 'from'> & {
  readonly input?: unknown;
  readonly hash?: string;
};

interface AnswerAt {
  readonly call: string | undefined;
  readonly answer: Pick<Approval, 'behavior' | 'message' | 'texts'>;
  readonly by: string;
  /** The private key of the person, as text. */
  readonly key: string | undefined;
  /** The token of the server. */
  readonly token: string | undefined;
}

export const isAddress = (run: string): boolean => /^https?:\/\//i.test(run);

/**
 * Answers a question of a run at the address of a server. Returns what was answered. Throws APPROVE_ADDRESS, APPROVE_NOTHING_ASKED,
 * APPROVE_REFUSED, ENGINE_NO_APPROVER, ENGINE_KEY.
 */
export async function answerAt(
  address: string,
  { call, answer, by, key, token }: AnswerAt,
): Promise<{ tool: string; call: string; input: string }> {
  const url = addressOf(address);
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { asks = [] } = (await ask(url, { headers })) as { readonly asks?: readonly AskAt[] };
  const meant = asks.filter((one) => call === undefined || one.call === call);
  const [asked] = meant;
  if (asked === undefined || meant.length > 1)
    throw errors.APPROVE_NOTHING_ASKED({ address, call: meant.length > 1 ? undefined : call, open: asks.map((one) => one.call) });
  const body = JSON.stringify({ call: asked.call, ...provenAnswer({ hash: '', ...asked }, { ...answer, by, key }) });
  await ask(new URL(`${url.pathname}/answers`, url), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  return { tool: oneLine(asked.tool), call: oneLine(asked.call), input: oneLine(JSON.stringify(asked.input) ?? '', 200) };
}

/** The token would travel in clear to any other machine. */
function addressOf(address: string): URL {
  const url = new URL(address);
  if (!/\/runs\/[\w-]+$/.test(url.pathname)) throw errors.APPROVE_ADDRESS({ address, problem: 'it does not end in /runs/ID' });
  if (url.protocol === 'http:' && !LOCAL.includes(url.hostname))
    throw errors.APPROVE_ADDRESS({ address, problem: 'http: would carry the token to another machine in clear' });
  url.search = '';
  url.hash = '';
  return url;
}

async function ask(url: URL, init: RequestInit): Promise<unknown> {
  let response: Response;
  try {
    // A redirect would carry the token elsewhere.
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(LIMIT_MS) });
  } catch (cause) {
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : messageOf(cause);
    throw errors.APPROVE_REFUSED({ address: url.href, problem: `cannot be reached: ${reason}` }, { cause });
  }
  const body = (await response.json().catch(() => ({}))) as {
    readonly error?: { readonly message?: unknown; readonly fix?: unknown };
  };
  if (response.ok) return body;
  const { message = 'no reason', fix } = body.error ?? {};
  throw errors.APPROVE_REFUSED({
    address: url.href,
    problem: `answered ${response.status}: ${oneLine(String(message), 400)}`,
    fix: typeof fix === 'string' ? oneLine(fix, 400) : undefined,
  });
}
