import type { Node, Path, Place } from '@loadout/config/documents';
import type { ModelPlan } from '@loadout/core/model';
import type { Draft } from './draft.js';
import { importProvider, type OwnServer } from './import-provider.js';
import { entriesOf, type Field, numberOf, readFields, textOf } from './read-fields.js';

/** A model under construction. */
export type ModelFields = { -readonly [K in keyof ModelPlan]?: ModelPlan[K] };

/** Says that a model is lost, since Loadout does not speak to its provider. */
export const unspoken = (provider: string): string =>
  `there is no provider ${JSON.stringify(provider)}; if it speaks the API of OpenAI, declare it under providers with its baseUrl. Agents with this model use the default one`;

/** The places of a model's options in the configuration, by their keys in the other file. */
export const modelPlaces = (keys: Readonly<Record<string, string>>, model: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(keys).map(([key, option]) => [key, `models.${model}.${option}`]));

interface Into {
  readonly model: ModelFields;
  readonly draft: Draft;
}

/** Fields that send a number as it is, in the words of the API of OpenAI. */
export const extraField =
  (name: string, model: ModelFields): Field =>
  (value) => {
    const number = numberOf(value);
    if (number !== undefined) model.extra = { ...model.extra, [name]: number };
  };

/** Reads an option, which a model may not have: `leaveOutRefused` takes it away then. */
export const option =
  <K extends 'temperature' | 'thinking' | 'effort' | 'parallelCalls'>(
    key: K,
    read: (node: Node) => ModelFields[K],
    model: ModelFields,
  ): Field =>
  (node) => {
    const value = read(node);
    if (value !== undefined) model[key] = value;
  };

/** Converts a model of docker-agent, under its name. A model that no provider of Loadout reaches is lost. */
export function importModel(name: string, { node, path }: { node: Node; path: Path }, draft: Draft): void {
  const of = (key: string) => textOf(entriesOf(node).get(key)?.value);
  const [written, id] = [of('provider') ?? of('type') ?? '', of('model')];
  const own: OwnServer = { baseUrl: of('base_url'), key: of('token_key') };
  const provider = importProvider(written, own, draft);
  if (provider === undefined || id === undefined) {
    draft.lose(path, node.place, unspoken(written));
    return;
  }
  const model: ModelFields = {};
  readFields(node, dockerFields({ model, draft }), { draft, path, gives: modelPlaces(DOCKER_OPTIONS, name) });
  draft.models.set(name, { node, path, plan: { provider, id, ...model } });
  draft.gain(path, node.place, `models.${name}`);
}

const DOCKER_OPTIONS = {
  max_tokens: 'maxOutputTokens',
  temperature: 'temperature',
  parallel_tool_calls: 'parallelCalls',
  top_p: 'extra',
  frequency_penalty: 'extra',
  presence_penalty: 'extra',
  thinking_budget: 'thinking',
};

function dockerFields({ model, draft }: Into): Readonly<Record<string, Field>> {
  return {
    provider: null,
    // The first version of the format has the provider here.
    type: null,
    model: null,
    base_url: null,
    token_key: null,
    track_usage: null,
    max_tokens: (value) => {
      model.maxOutputTokens = numberOf(value);
    },
    temperature: option('temperature', numberOf, model),
    parallel_tool_calls: option('parallelCalls', (value) => (textOf(value) === 'false' ? false : undefined), model),
    top_p: extraField('top_p', model),
    frequency_penalty: extraField('frequency_penalty', model),
    presence_penalty: extraField('presence_penalty', model),
    thinking_budget: (value, path, place) => readThinking(value, { path, place, model, draft }),
    provider_opts: 'write the fields of the request under models.<name>.extra',
    routing: 'no model is chosen by the text of a prompt; several agents with a model each can be subagents',
  };
}

/** Reads a number of tokens, `none`, a level of effort, or -1 for a model that decides itself, as it does without a word. */
function readThinking(node: Node, { path, place, model, draft }: Into & { readonly path: Path; readonly place: Place }): void {
  const [text, tokens] = [textOf(node), numberOf(node)];
  if (text === 'none' || tokens === 0) model.thinking = { type: 'disabled' };
  else if (tokens !== undefined && tokens > 0) model.thinking = { type: 'enabled', budget_tokens: tokens };
  else if (tokens === undefined && text !== undefined) model.effort = text;
  else if (tokens !== -1) draft.lose(path, place, 'it is neither a level nor a number of tokens');
}
