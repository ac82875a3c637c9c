import { isObject } from '@loadout/core';
import type { Server } from '../connection/connection.js';
import { askJson } from './ask-json.js';

type Fields = Readonly<Record<string, unknown>>;

/** Ollama's context for a model, unless its server or the model says otherwise. */
const OLLAMA_DEFAULT = 4096;

/** Returns the context of the model in tokens, as its server has loaded it; `undefined` if the server does not say. */
export async function contextOf(
  model: string,
  { server, signal }: { readonly server: Server; readonly signal: AbortSignal },
): Promise<number | undefined> {
  const root = new URL(server.baseUrl).origin;
  const ask = async (url: string): Promise<Fields> => {
    const asked = await askJson(url, signal);
    return 'value' in asked && isObject(asked.value) ? asked.value : {};
  };
  switch (server.preset) {
    case 'ollama': {
      const loaded = entry((await ask(`${root}/api/ps`)).models, model);
      return loaded === undefined ? OLLAMA_DEFAULT : countOf(loaded.context_length);
    }
    case 'llamacpp': {
      const { default_generation_settings: settings } = await ask(`${root}/props`);
      return isObject(settings) ? countOf(settings.n_ctx) : undefined;
    }
    case 'lmstudio':
      return countOf(entry((await ask(`${root}/api/v0/models`)).data, model)?.loaded_context_length);
    case 'vllm':
      return countOf(entry((await ask(`${server.baseUrl}/models`)).data, model)?.max_model_len);
    default:
      return undefined;
  }
}

const entry = (list: unknown, model: string): Fields | undefined =>
  Array.isArray(list)
    ? list.filter(isObject).find(({ id, name }) => [model, `${model}:latest`].includes(String(id ?? name)))
    : undefined;

const countOf = (value: unknown): number | undefined => (typeof value === 'number' && value > 0 ? value : undefined);
