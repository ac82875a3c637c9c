import type { Missing } from '@loadout/core/model';
import type { Compat } from './compat.js';
import type { Env, OpenAiOptions } from './options.js';
import type { PresetName } from './preset-name.js';
import { COMMON, type Preset, presetAt, presets } from './presets.js';

/** The server of a provider and its habits. */
export interface Server {
  readonly preset: PresetName | undefined;
  /** The address, without a slash at its end; empty if none is known. */
  readonly baseUrl: string;
  readonly api: 'chat' | 'responses';
  readonly compat: Compat;
  readonly keyHeader: string | undefined;
  /** The variable whose key belongs to this address. */
  readonly keyVariable: string | undefined;
  readonly needsKey: boolean;
  /** The command that starts it, as far as it is known. */
  readonly start: string | undefined;
}

/** Where requests go and with which credential. */
export interface Connection extends Server {
  readonly headers: Readonly<Record<string, string>>;
  /** The place that the credential comes from, such as `the variable OPENAI_API_KEY`. */
  readonly credentialFrom: string | undefined;
  /** Values that no message may contain. */
  readonly secrets: readonly string[];
}

/**
 * Finds the server: the preset, else the owner of the address, else OpenAI. A key from the environment belongs to the preset's own
 * address, or to the address that stands in the environment too, and goes to no other.
 */
export function serverOf(options: OpenAiOptions, env: Env): Server {
  const found = options.baseUrl === undefined ? undefined : presetAt(options.baseUrl);
  const name = options.preset ?? (options.baseUrl === undefined ? 'openai' : found);
  const preset: Preset | undefined = name === undefined ? undefined : presets[name];
  const fromEnv = preset?.urlVariable === undefined ? undefined : env[preset.urlVariable] || undefined;
  const baseUrl = (options.baseUrl ?? fromEnv ?? preset?.baseUrl ?? '').replace(/\/+$/, '');
  const isOwn = options.baseUrl === undefined || (preset !== undefined && found === name);
  const needsKey = preset?.keyVariable !== undefined && isOwn;
  return {
    preset: name,
    baseUrl,
    api: options.api ?? preset?.api ?? 'chat',
    compat: { ...(preset?.compat ?? COMMON), ...options.compat },
    keyHeader: preset?.keyHeader,
    keyVariable: isOwn ? preset?.keyVariable : undefined,
    start: preset?.start,
    needsKey: options.needsKey ?? (needsKey && fromEnv === undefined),
  };
}

/** Builds the connection with a known key. */
export function connectionOf(
  options: OpenAiOptions,
  { env, apiKey }: { readonly env: Env; readonly apiKey?: string | undefined },
): Connection {
  const server = serverOf(options, env);
  const fromVariable = server.keyVariable === undefined ? undefined : env[server.keyVariable];
  // A key that comes from a file often ends with a line break.
  const key = (apiKey ?? fromVariable)?.trim() || undefined;
  const authorization =
    key === undefined ? {} : { [server.keyHeader ?? 'authorization']: server.keyHeader === undefined ? `Bearer ${key}` : key };
  const headers = merged({ 'content-type': 'application/json', ...authorization }, options.headers ?? {});
  const given = Object.entries(headers).filter(([name]) => /key|auth|token|cookie|secret/i.test(name));
  const secrets = [key, passwordIn(server.baseUrl), ...given.map(([, value]) => value.replace(/^\w+ /, ''))].filter(
    (one): one is string => !!one,
  );
  return {
    ...server,
    headers,
    secrets: [...new Set(secrets)],
    credentialFrom: sourceOf(options, { server, key, hasHeader: given.length > 0 }),
  };
}

/** Merges headers in any letter case. `null` removes one. */
function merged(
  base: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> {
  const headers = new Map(Object.entries(base));
  for (const [name, value] of Object.entries(own))
    if (value === null) headers.delete(name.toLowerCase());
    else headers.set(name.toLowerCase(), value);
  return Object.fromEntries(headers);
}

interface Source {
  readonly server: Server;
  readonly key: string | undefined;
  readonly hasHeader: boolean;
}

function sourceOf(options: OpenAiOptions, { server, key, hasHeader }: Source): string | undefined {
  if (options.apiKey !== undefined) return 'apiKey of the provider';
  if (key !== undefined) return `the variable ${server.keyVariable}`;
  return hasHeader ? 'headers of the provider' : undefined;
}

/** The password of an address as it is sent; as it is written if it cannot be decoded. */
function passwordIn(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { password } = new URL(address);
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}

/** Returns what requests lack; `undefined` when they can be sent. */
export function missingPart({ baseUrl, needsKey, secrets, keyVariable }: Connection): Missing | undefined {
  if (baseUrl === '')
    return {
      why: 'the address of its server is not known: baseUrl is not set',
      fix: 'Set baseUrl in the options of the provider.',
    };
  if (!URL.canParse(baseUrl))
    return {
      why: `baseUrl is ${JSON.stringify(baseUrl)}, which is not an address`,
      fix: 'Write an http or https address as baseUrl.',
    };
  if (!needsKey || secrets.length > 0) return undefined;
  if (keyVariable === undefined) return { why: 'it has no apiKey', fix: 'Set apiKey in the options of the provider.' };
  return { why: `${keyVariable} is not set`, fix: `Set ${keyVariable}.` };
}

/** The server's address without credentials and other parts of the URL. */
export const originOf = ({ baseUrl }: Pick<Server, 'baseUrl'>): string =>
  URL.canParse(baseUrl) ? new URL(baseUrl).origin : 'The server';

/** The owner and form of opaque data: the wire and the host. */
export const apiOf = ({ api, baseUrl }: Pick<Server, 'api' | 'baseUrl'>): string =>
  `openai-${api}:${URL.canParse(baseUrl) ? new URL(baseUrl).host : 'unknown'}`;
