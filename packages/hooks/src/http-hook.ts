import { matchesWildcard } from '@loadout/core/run';
import { firstBytes } from '@loadout/node';
import { defaultSeconds } from './default-seconds.js';
import { type HookKind, hookKind } from './entry.js';
import { errors } from './errors.js';
import { MOST_BYTES, readOutput } from './read-output.js';

interface HttpFields {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly allowedEnvVars?: readonly string[];
}

/**
 * Sends the event as JSON to a server. A 2xx answer is read like the standard output of a command. Any other answer is a problem
 * that blocks nothing, unless the entry sets `onFailure: block`. If the server cannot be reached, the hook has failed. `allowed`:
 * patterns of which one must match the address; absent, every address is allowed. Source: HOOK-19.
 */
export const httpHook = (allowed?: readonly string[]): HookKind =>
  hookKind<HttpFields>(
    {
      type: 'http',
      properties: {
        url: { type: 'string', minLength: 1, description: 'Where the event is posted to. Redirects are not followed.' },
        headers: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: '$NAME is replaced by the variable if allowedEnvVars lists it, else by nothing.',
        },
        allowedEnvVars: {
          type: 'array',
          items: { type: 'string' },
          description: 'Environment variables that headers may contain.',
        },
      },
      required: ['url'],
    },
    ({ url, headers = {}, allowedEnvVars = [], onFailure }, { event, readEnv, position }) => {
      if (!isHttp(url)) throw errors.HOOK_URL_INVALID({ url }, { position });
      if (allowed?.some((pattern) => fitsPattern(pattern, new URL(url))) === false)
        throw errors.HOOK_URL_REFUSED({ url: withoutSecrets(url), allowed }, { position });
      const variable = (name: string) => (allowedEnvVars.includes(name) ? (readEnv?.(name) ?? '') : '');
      return {
        name: `http ${withoutSecrets(url)}`,
        external: true,
        timeoutSeconds: defaultSeconds('http', event),
        async run(input, toolUseId, { signal, report, variables }) {
          const traced = tracing(variables?.(toolUseId));
          const response = await send(url, {
            headers: { ...traced, ...filled(headers, variable) },
            body: JSON.stringify(input),
            signal,
          });
          const body = (await firstBytes(response, MOST_BYTES)).bytes.toString('utf8');
          if (response.ok) return readOutput(body, { event, from: 'answer' });
          const problem = `the server answered with status ${response.status}${body.trim() === '' ? '' : `: ${body.trim().slice(0, 500)}`}`;
          if (onFailure === 'block') throw new Error(problem);
          report(problem);
          return undefined;
        },
      };
    },
  );

/** The headers by which the server's own spans join the trace. */
function tracing({ TRACEPARENT, TRACESTATE }: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    ...(TRACEPARENT === undefined ? {} : { traceparent: TRACEPARENT }),
    ...(TRACESTATE === undefined ? {} : { tracestate: TRACESTATE }),
  };
}

async function send(
  url: string,
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal,
      redirect: 'manual',
    });
  } catch (cause) {
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    throw new Error(`${withoutSecrets(url)} cannot be reached: ${reason}`, { cause });
  }
}

/** `$NAME` and `${NAME}`. */
const filled = (headers: Readonly<Record<string, string>>, variable: (name: string) => string) =>
  Object.fromEntries(
    Object.entries(headers).map(([key, value]) => [
      key,
      value.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => variable(braced ?? bare ?? '')),
    ]),
  );

function isHttp(url: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(url).protocol);
  } catch {
    return false;
  }
}

/** Removes the parts of a URL that may contain a key (the query, and the part before the host), for names and messages. */
function withoutSecrets(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/**
 * Tests whether a pattern matches an address. `*` matches any text of its part, and a part of an address holds no end of another: the part
 * before the first `/` decides where the event goes. A pattern without a path matches the whole host.
 */
function fitsPattern(pattern: string, url: URL): boolean {
  const [, scheme = '*://', host = '', path = '/*'] = /^([^/]*:\/\/)?([^/]*)(\/.*)?$/s.exec(pattern) ?? [];
  return (
    matchesWildcard(scheme, `${url.protocol}//`) &&
    (matchesWildcard(host, url.host) || matchesWildcard(host, url.hostname)) &&
    matchesWildcard(path, url.pathname + url.search)
  );
}
