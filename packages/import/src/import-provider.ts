import { knownProvider } from '@loadout/models';
import { type Draft, slug } from './draft.js';

const OPENAI = '@loadout/model-openai';

/** A server of one's own, as a model or a provider of the other file names it. */
export interface OwnServer {
  readonly baseUrl?: string | undefined;
  /** The variable with the key. */
  readonly key?: string | undefined;
  readonly api?: 'chat' | 'responses' | undefined;
}

/** Names of other tools for a provider that Loadout knows by another name. */
const RENAMED: Readonly<Record<string, string>> = {
  aws_bedrock: 'bedrock',
  azure_openai: 'azure',
  'azure-openai': 'azure',
  'llama.cpp': 'llamacpp',
  moonshot: 'moonshotai',
  xAI: 'xai',
  zAI: 'zai',
};

/** Servers with the API of OpenAI that Loadout does not know by a name. */
const SERVERS: Readonly<Record<string, OwnServer>> = {
  dmr: { baseUrl: 'http://127.0.0.1:12434/engines/v1' },
  minimax: { baseUrl: 'https://api.minimax.io/v1', key: 'MINIMAX_API_KEY' },
  nebius: { baseUrl: 'https://api.studio.nebius.com/v1', key: 'NEBIUS_API_KEY' },
  requesty: { baseUrl: 'https://router.requesty.ai/v1', key: 'REQUESTY_API_KEY' },
};

const isOwn = ({ baseUrl, key }: OwnServer): boolean => baseUrl !== undefined || key !== undefined;

/**
 * Returns the name of a provider, and declares it where the name alone does not say it. `undefined`: Loadout does not speak to it.
 * A provider with an unknown name and an address counts as a server with the API of OpenAI.
 */
export function importProvider(written: string, own: OwnServer, draft: Draft): string | undefined {
  const name = Object.hasOwn(RENAMED, written) ? RENAMED[written] : written;
  if (name === undefined || (draft.providers.has(name) && !isOwn(own))) return name;
  const server = Object.hasOwn(SERVERS, name) ? SERVERS[name] : undefined;
  const known = knownProvider(name);
  if (known !== undefined && !isOwn(own)) return name;
  if (known === undefined && server === undefined && own.baseUrl === undefined) return undefined;
  const { use, options } = known ?? { use: OPENAI };
  const preset = use === OPENAI && known !== undefined && name !== 'openai' ? { preset: name } : {};
  const entry = {
    use,
    options: {
      ...preset,
      ...options,
      ...serverOptions(isOwn(own) ? { ...own, baseUrl: own.baseUrl ?? server?.baseUrl } : (server ?? {}), draft),
    },
  };
  return draft.provide(
    isOwn(own) && known !== undefined ? `${name}-${slug(hostOf(own) ?? 'own', 'own')}` : slug(name, 'own'),
    entry,
  );
}

/** Declares a server with the API of OpenAI under the name that models of the file use. */
export function declareServer(name: string, own: OwnServer, draft: Draft): void {
  draft.providers.set(name, { use: OPENAI, options: serverOptions(own, draft) });
}

/** Options of a server. One on this machine has no key. */
function serverOptions({ baseUrl, key, api }: OwnServer, draft: Draft) {
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(key === undefined ? { needsKey: false } : { apiKey: draft.secret(key) }),
    ...(api === undefined ? {} : { api }),
  };
}

const hostOf = ({ baseUrl = '' }: OwnServer): string | undefined =>
  URL.canParse(baseUrl) ? new URL(baseUrl).hostname : undefined;
