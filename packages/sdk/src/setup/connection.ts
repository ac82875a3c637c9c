import type { Plan } from '@loadout/core/run';
import { defined, versionOf } from '@loadout/node';
import type { Env } from '../models.js';
import type { Options } from '../types/options.js';
import { cloudIn, cloudOptions } from './cloud-in.js';
import { numberIn } from './number-in.js';
import type { Ground } from './planned.js';

const ANTHROPIC = '@loadout/model-anthropic';
/** The header by which gateways tell sessions of Claude Code apart (GAP-D11). */
const SESSION_HEADER = 'x-claude-code-session-id';
const OAUTH_BETA = 'oauth-2025-04-20';

/** The provider. The configuration's options stay; the rest comes from the program's environment (W1, W21, W22). */
export function anthropic(
  options: Options,
  { below: { providers }, ground: { apiKeyHelper } }: { readonly below: Plan; readonly ground: Ground },
): Plan['providers'][string] {
  const below = providers.anthropic;
  if (below !== undefined && below.use !== ANTHROPIC) return below;
  const env = options.env ?? process.env;
  const cloud = cloudIn(env);
  const helper = apiKeyHelper === undefined || cloud !== undefined ? {} : { apiKeyHelper };
  return {
    ...below,
    use: ANTHROPIC,
    options: {
      ...(cloud === undefined
        ? connectionIn(options, apiKeyHelper !== undefined)
        : { ...cloudOptions(cloud, env), ...surroundingsIn(options) }),
      ...helper,
      ...patienceIn(env),
      needsKey: true,
      ...below?.options,
    },
  };
}

/** The connection from the program's environment. A program that passes its own environment also chooses the key in it. */
function connectionIn({ env }: Options, hasHelper: boolean): Readonly<Record<string, unknown>> {
  const known = env ?? process.env;
  const login = loginIn(known);
  const own = env === undefined ? {} : { baseUrl: env.ANTHROPIC_BASE_URL, apiKey: env.ANTHROPIC_API_KEY };
  const token = env === undefined && !hasHelper ? undefined : known.ANTHROPIC_AUTH_TOKEN;
  const given = { ...own, authToken: hasHelper ? token : (login ?? token) };
  const around = surroundingsIn({ env });
  const betas = [...(around.betas ?? []), ...(login === undefined ? [] : [OAUTH_BETA])];
  return {
    ...around,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== '')),
    ...(betas.length === 0 ? {} : { betas }),
    ...(known.ANTHROPIC_BASE_URL ? { sessionHeader: SESSION_HEADER } : {}),
  };
}

/** Headers and betas, which are the same wherever the models run. */
function surroundingsIn({ env }: Pick<Options, 'env'>): {
  readonly headers: Readonly<Record<string, string>>;
  readonly betas?: readonly string[];
} {
  const known = env ?? process.env;
  const betas = listIn(known.ANTHROPIC_BETAS);
  const headers = { 'user-agent': userAgent(known), ...(env === undefined ? {} : customHeaders(env)) };
  return betas.length === 0 ? { headers } : { headers, betas };
}

/** The token of a login. A key or a bearer token goes before it. */
export const loginIn = (env: Env): string | undefined =>
  env.ANTHROPIC_API_KEY || env.ANTHROPIC_AUTH_TOKEN ? undefined : env.CLAUDE_CODE_OAUTH_TOKEN || undefined;

const listIn = (text = '') =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The headers of ANTHROPIC_CUSTOM_HEADERS: `Name: value`, one in a line. */
function customHeaders({ ANTHROPIC_CUSTOM_HEADERS: text = '' }: Env): Readonly<Record<string, string>> {
  const lines = text.split(/\r?\n/).map((line) => /^\s*([\w-]+)\s*:\s*(.*?)\s*$/.exec(line));
  return Object.fromEntries(lines.flatMap((found) => (found === null ? [] : [[found[1]?.toLowerCase(), found[2]]])));
}

/** How long an answer is awaited, and how often a request is repeated. */
function patienceIn(env: Env): Readonly<Record<string, number>> {
  const [ms, retries] = [numberIn(env.API_TIMEOUT_MS), numberIn(env.CLAUDE_CODE_MAX_RETRIES, 0)];
  return {
    ...(ms === undefined ? {} : { timeoutSeconds: ms / 1000 }),
    ...defined({ maxRetries: retries }),
  };
}

/** The user agent of requests: `loadout/0.1.0 (sdk-ts, agent-sdk/0.3.330, client-app/mine)`. Loadout's own variables come first (CLI-06). */
export function userAgent(env: Env): string {
  const entrypoint = env.LOADOUT_ENTRYPOINT || env.CLAUDE_CODE_ENTRYPOINT;
  const sdk = env.LOADOUT_SDK_VERSION || env.CLAUDE_AGENT_SDK_VERSION;
  const app = env.CLAUDE_AGENT_SDK_CLIENT_APP;
  const who = [entrypoint, sdk && `agent-sdk/${sdk}`, app && `client-app/${app}`].filter(Boolean).join(', ');
  const own = `loadout/${versionOf('@loadout/sdk', import.meta.url)}`;
  return who === '' ? own : `${own} (${who.replace(/[^\x20-\x7e]/g, '')})`;
}
