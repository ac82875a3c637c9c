import { isObject } from '@loadout/core';
import type { ModelFinding } from '@loadout/core/model';
import type { Compat } from '../connection/compat.js';
import { originOf, type Server } from '../connection/connection.js';
import { askJson } from './ask-json.js';
import { contextOf } from './context-size.js';

export interface Examination {
  readonly server: Server;
  readonly signal: AbortSignal;
}

/** Conversations with tools outgrow a smaller context within a few turns. */
const SMALL_CONTEXT = 16_384;

const WIDENS: Readonly<Record<string, string>> = {
  ollama: 'Start it with OLLAMA_CONTEXT_LENGTH=32768, and set contextWindow of the model to the same number.',
  llamacpp: 'Start it with -c 32768, and set contextWindow of the model to the same number.',
  lmstudio: 'Load the model with a longer context, and set contextWindow of the model to the same number.',
};

/** The habits in use, and of a local server whether it answers, has the model, and remembers enough. */
export async function diagnose(model: string, examination: Examination): Promise<readonly ModelFinding[]> {
  const { server } = examination;
  const habits: ModelFinding = {
    state: 'ok',
    says: `${server.api} at ${placeOf(server)}${guessOf(server)}; ${habitsOf(server.compat)}`,
  };
  return isLocal(server) ? [habits, ...(await serverFindings(model, examination))] : [habits];
}

/** The address without a password. */
const placeOf = ({ baseUrl }: Server): string =>
  URL.canParse(baseUrl) ? `${new URL(baseUrl).origin}${new URL(baseUrl).pathname}` : 'no address';

const guessOf = ({ preset }: Server): string => (preset === undefined ? ', an unknown server' : ` (${preset})`);

const habitsOf = (compat: Compat): string =>
  Object.entries(compat)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

/** A server on this machine that needs no key. Only such a server is asked. */
function isLocal({ baseUrl, needsKey }: Server): boolean {
  return !needsKey && URL.canParse(baseUrl) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname);
}

async function serverFindings(model: string, { server, signal }: Examination): Promise<readonly ModelFinding[]> {
  const origin = originOf(server);
  const listed = await askJson(`${server.baseUrl}/models`, signal);
  if ('problem' in listed) {
    const { start } = server;
    const fix = start === undefined ? 'Start the server, or correct baseUrl of the provider.' : `Start it: ${start}`;
    return [{ state: 'problem', says: `${origin} does not list its models: ${listed.problem}.`, fix }];
  }
  const names = namesIn(listed.value);
  if (!hasModel(names, { model, server })) return [missing(model, { names, server })];
  const context = await contextOf(model, { server, signal });
  const answers: ModelFinding = {
    state: 'ok',
    says: `${origin} answers and has ${model}${context === undefined ? '' : `, with a context of ${context} tokens`}`,
  };
  return context === undefined || context >= SMALL_CONTEXT ? [answers] : [answers, smallContext(context, server)];
}

const namesIn = (body: unknown): readonly string[] =>
  isObject(body) && Array.isArray(body.data) ? body.data.filter(isObject).map(({ id }) => String(id)) : [];

/** The server of llama.cpp answers for its one model under any name. Ollama means `:latest` if a name has no tag. */
const hasModel = (names: readonly string[], { model, server }: { readonly model: string; readonly server: Server }): boolean =>
  server.preset === 'llamacpp' || names.includes(model) || (server.preset === 'ollama' && names.includes(`${model}:latest`));

function missing(model: string, { names, server }: { readonly names: readonly string[]; readonly server: Server }): ModelFinding {
  const others = names.length === 0 ? 'It has none' : `It has ${names.slice(0, 8).join(', ')}`;
  const fix = server.preset === 'ollama' ? `Get it: ollama pull ${model}` : 'Name one of its models, or load this one.';
  return { state: 'problem', says: `${originOf(server)} does not have ${model}. ${others}.`, fix };
}

/** These servers cut a longer conversation without a word, and the model forgets its instructions first. */
const smallContext = (context: number, { preset }: Server): ModelFinding => ({
  state: 'note',
  says: `A context of ${context} tokens is small for an agent: the server may cut the conversation silently.`,
  fix: WIDENS[preset ?? ''] ?? 'Start the server with a longer context.',
});
