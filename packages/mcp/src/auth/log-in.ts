import { randomBytes } from 'node:crypto';
import { defined, timeLimit } from '@loadout/node';
import type { AuthOptions } from '@modelcontextprotocol/client';
import type { McpServerConfig } from '../config/server-config.js';
import { errors } from '../errors.js';
import { problemOf } from '../text/clean-text.js';
import { loginFetch } from './login-fetch.js';
import { LoginStore } from './login-store.js';
import { LoopbackRedirect } from './loopback-redirect.js';
import { NewLogin } from './new-login.js';
import { loginUrl, takesLogin } from './server-login.js';

export interface LogInOptions {
  readonly config: McpServerConfig;
  /** The folder that the plugin gets as `stateDir`. */
  readonly stateDir: string;
  /** Shows the person a page, such as by opening a browser. Only `https:` and this machine's own addresses are handed to it. */
  openUrl(url: string): void | Promise<void>;
  readonly signal?: AbortSignal | undefined;
  /** How long the person has. Default five minutes. */
  readonly timeoutMs?: number | undefined;
}

const PERSON_MS = 300_000;

/**
 * Logs a person in to an HTTP or SSE server: authorization code with PKCE, and a redirect to an address on this machine. The
 * login is stored for later sessions. Contract: rejects with MCP_LOGIN_FAILED. Source: MCP-17.
 */
export async function logIn(key: string, options: LogInOptions): Promise<void> {
  const { config, signal, timeoutMs = PERSON_MS } = options;
  if (!takesLogin({ key, config }))
    throw errors.MCP_LOGIN_FAILED({
      key,
      problem: 'only an http or sse server on https without credentials of its own takes one',
    });
  const late = timeLimit(timeoutMs);
  const both = signal === undefined ? late : AbortSignal.any([signal, late]);
  const state = randomBytes(24).toString('base64url');
  let redirect: LoopbackRedirect | undefined;
  try {
    redirect = await LoopbackRedirect.open({ state, port: config.oauth?.callbackPort });
    await withBrowser({ options, redirect, state, signal: both });
  } catch (error) {
    throw errors.MCP_LOGIN_FAILED({ key, problem: late.aborted ? `no answer came within ${timeoutMs} ms` : problemOf(error) });
  } finally {
    redirect?.close();
  }
}

/** Whether there was a login to forget. */
export async function logOut(key: string, { config, stateDir }: Pick<LogInOptions, 'config' | 'stateDir'>): Promise<boolean> {
  if (!takesLogin({ key, config })) return false;
  const store = new LoginStore(stateDir);
  const had = (await store.read(loginUrl(config))) !== undefined;
  await store.remove(loginUrl(config));
  return had;
}

interface Parts {
  readonly options: LogInOptions;
  readonly redirect: LoopbackRedirect;
  readonly state: string;
  readonly signal: AbortSignal;
}

async function withBrowser({ options, redirect, state, signal }: Parts): Promise<void> {
  const { config, stateDir } = options;
  const { auth } = await import('@modelcontextprotocol/client');
  const url = loginUrl(config);
  const login = new NewLogin({ redirectUrl: redirect.url, state, oauth: config.oauth ?? {}, openUrl: options.openUrl });
  const asked = { serverUrl: url, fetchFn: loginFetch(signal), ...(await challengeOf(url, { config, signal })) };
  await auth(login, asked);
  const answer = await redirect.answer(signal);
  const code = answer.get('code');
  // The description of a refusal can come from any page that sent the browser here, so only the error code is shown.
  if (code === null) throw new Error(`it was refused (${(answer.get('error') ?? '').replace(/[^\w.-]/g, '').slice(0, 60)})`);
  const iss = answer.get('iss');
  await auth(login, { ...asked, authorizationCode: code, ...(iss === null ? {} : { iss }) });
  const { got: tokens, client, discovery, resource } = login;
  if (tokens === undefined || client === undefined || discovery === undefined) throw new Error('it gave no token');
  await new LoginStore(stateDir).write({ url, tokens, client, discovery, resource });
}

/** Requests the server without credentials. The answer names the authorization server and the scopes to ask for. */
async function challengeOf(
  url: string,
  { config, signal }: { config: McpServerConfig; signal: AbortSignal },
): Promise<Pick<AuthOptions, 'resourceMetadataUrl' | 'scope'>> {
  const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client');
  const headers = { ...config.headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const isStream = config.type === 'sse';
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' });
  const response = await loginFetch(signal)(url, isStream ? { headers } : { method: 'POST', headers, body });
  await response.body?.cancel();
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
  const wanted = config.oauth?.scopes ?? scope;
  return {
    ...defined({ resourceMetadataUrl, scope: wanted }),
  };
}
