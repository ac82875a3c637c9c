import { firstBytes } from '@loadout/node';

/** The most bytes of an answer that is one document. */
const MOST_BYTES = 8 << 20;
const MOST_OF_AN_ERROR = 2_000;

export interface Request {
  readonly url: string;
  readonly key: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  readonly body?: unknown;
  readonly signal: AbortSignal;
}

/** Sends a request to the address of the configuration. A redirect, which could take the key along, is not followed. */
export async function send({ url, key, headers, body, signal }: Request): Promise<Response> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'manual',
    signal,
  });
  if (answer.status >= 200 && answer.status < 300) return answer;
  const text = (await firstBytes(answer, MOST_OF_AN_ERROR)).bytes.toString('utf8');
  const place = answer.headers.get('location');
  throw new Error(`HTTP ${answer.status}${place === null ? '' : `, a redirect to ${place}`}${text === '' ? '' : `: ${text}`}`);
}

export async function sendForJson(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const { bytes, isWhole } = await firstBytes(await send(request), MOST_BYTES);
  if (!isWhole) throw new Error(`its answer is larger than ${MOST_BYTES} bytes`);
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`its answer is not JSON: ${text.slice(0, 200)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('its answer is not an object');
  return value as Readonly<Record<string, unknown>>;
}
