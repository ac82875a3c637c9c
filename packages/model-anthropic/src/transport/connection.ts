import type { Missing } from '@loadout/core/model';
import { type AnthropicOptions, DEFAULT_BASE_URL } from '../options.js';

/** Where requests go and with which credential. */
export interface Connection {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly authToken?: string | undefined;
  readonly headers: Readonly<Record<string, string | null>>;
  /** Where the credential comes from, such as `the variable ANTHROPIC_API_KEY`. */
  readonly credentialFrom?: string | undefined;
  /** Values that no message may contain. */
  readonly secrets: readonly string[];
}

/** The version that gateways know: the official programs send it to every address (GAP-D4). */
const GATEWAY_VERSION = '2023-06-01';

/** Options with a known key. */
type FixedOptions = Omit<AnthropicOptions, 'apiKey'> & { readonly apiKey?: string | undefined };

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Builds the connection. A key from the environment is sent only to the address from the environment or the default address. A
 * baseUrl in a configuration file needs its own key.
 */
export function connectionOf(options: FixedOptions, env: Env): Connection {
  const baseUrl = (options.baseUrl ?? (env.ANTHROPIC_BASE_URL || DEFAULT_BASE_URL)).replace(/\/+$/, '').replace(/\/v1$/, '');
  const own = options.apiKey !== undefined || options.authToken !== undefined;
  const fromEnv = !own && (options.baseUrl === undefined || baseUrl === DEFAULT_BASE_URL);
  const apiKey = trimmed(options.apiKey ?? (fromEnv ? env.ANTHROPIC_API_KEY : undefined));
  // Gateways read a helper's key from either header.
  const helped = options.apiKeyHelper === undefined ? undefined : apiKey;
  const authToken = trimmed(options.authToken ?? (fromEnv ? env.ANTHROPIC_AUTH_TOKEN : undefined)) ?? helped;
  const headers: Record<string, string | null> = { ...(fromEnv ? customHeaders(env) : {}), ...options.headers };
  const isGateway = options.baseUrl === undefined && baseUrl !== DEFAULT_BASE_URL;
  const version = options.apiVersion ?? (isGateway ? GATEWAY_VERSION : undefined);
  if (version !== undefined) headers['anthropic-version'] ??= version;
  const inHeaders = secretsIn(headers);
  const secrets = [apiKey, authToken, ...inHeaders];
  const credentialFrom = sourceOf(options, { apiKey, authToken, hasHeader: inHeaders.length > 0 });
  return { baseUrl, apiKey, authToken, headers, credentialFrom, secrets: secrets.filter((one): one is string => !!one) };
}

/** The values of headers that have the name of a credential. */
export const secretsIn = (headers: Connection['headers']): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value !== null && /key|auth|token|cookie|secret/i.test(name) ? [value.replace(/^\w+ /, '')] : [],
  );

/** The headers of ANTHROPIC_CUSTOM_HEADERS, one `Name: value` in a line. They are meant for the address of the environment (W1). */
function customHeaders({ ANTHROPIC_CUSTOM_HEADERS: text = '' }: Env): Readonly<Record<string, string>> {
  const lines = text.split(/\r?\n/).map((line) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*?)\s*$/.exec(line));
  return Object.fromEntries(lines.flatMap((found) => (found === null ? [] : [[found[1]?.toLowerCase() ?? '', found[2] ?? '']])));
}

interface Credentials {
  readonly apiKey: string | undefined;
  readonly authToken: string | undefined;
  readonly hasHeader: boolean;
}

function sourceOf(options: FixedOptions, { apiKey, authToken, hasHeader }: Credentials): string | undefined {
  if (options.apiKeyHelper !== undefined && apiKey !== undefined) return 'apiKeyHelper of the provider';
  if (apiKey !== undefined) return options.apiKey === undefined ? 'the variable ANTHROPIC_API_KEY' : 'apiKey of the provider';
  if (authToken !== undefined)
    return options.authToken === undefined ? 'the variable ANTHROPIC_AUTH_TOKEN' : 'authToken of the provider';
  return hasHeader ? 'headers of the provider' : undefined;
}

/** A key that comes from a file often ends with a line break. */
const trimmed = (credential: string | undefined) => credential?.trim() || undefined;

/** Why requests cannot be sent; `undefined` when they can. A server that is not the default one may need no key. */
export function missingCredential(
  { baseUrl, apiKey, authToken, headers }: Connection,
  { always = false }: { readonly always?: boolean | undefined } = {},
): Missing | undefined {
  if (apiKey !== undefined || authToken !== undefined || (baseUrl !== DEFAULT_BASE_URL && !always)) return undefined;
  return hasCredential(headers) ? undefined : { why: 'ANTHROPIC_API_KEY is not set', fix: 'Set ANTHROPIC_API_KEY.' };
}

/** Whether a header that the options set is a credential. */
export const hasCredential = (headers: Connection['headers']): boolean =>
  Object.entries(headers).some(([name, value]) => value !== null && /^(authorization|x-api-key)$/i.test(name));

/** The server's address without credentials and other parts of the URL. */
export const originOf = ({ baseUrl }: Connection): string => (URL.canParse(baseUrl) ? new URL(baseUrl).origin : 'The server');
