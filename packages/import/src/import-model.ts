import { child, type Node, type Path, type Place } from '@loadout/config/documents';
import type { ModelPlan } from '@loadout/core/model';
import type { Draft } from './draft.js';
import { importProvider, type OwnServer } from './import-provider.js';
import { becomes, type Field, numberOf, type Reader, readFields, textOf } from './read-fields.js';

/** A model under construction. */
export type ModelFields = { -readonly [K in keyof ModelPlan]?: ModelPlan[K] };

/** Says that a model is lost, since Loadout does not speak to its provider. */
export const unspoken = (provider: string): string =>
  `there is no provider ${JSON.stringify(provider)}; if it speaks the API of OpenAI, declare it under providers with its baseUrl. Agents with this model use the default one`;

interface Into {
  readonly model: ModelFields;
  readonly draft: Draft;
  /** The name of the model, or the place of the agent that has the model for itself. */
  readonly of: { readonly model: string } | { readonly agent: string };
}

/** The readers of a model's options. */
export function modelFields({ model, draft, of }: Into) {
  const to = (key: string, read: Reader) =>
    becomes('agent' in of ? `${of.agent}.model` : `models.${of.model}.${key}`, read, draft);
  return {
    to,
    /** Reads an option, which a model may not have: `leaveOutRefused` takes it away then. */
    option: <K extends keyof ModelFields>(key: K, read: (node: Node) => ModelFields[K]): Field =>
      to(key, (node) => {
        const value = read(node);
        if (value !== undefined) model[key] = value;
      }),
    /** Reads a number that is sent as it is, in the words of the API of OpenAI. */
    extra: (name: string): Field =>
      to('extra', (node) => {
        const number = numberOf(node);
        if (number !== undefined) model.extra = { ...model.extra, [name]: number };
      }),
  };
}

/** Converts a model of docker-agent, under its name. A model that no provider of Loadout reaches is lost. */
export function importModel(name: string, { node, path }: { node: Node; path: Path }, draft: Draft): void {
  const of = (key: string) => textOf(child(node, key));
  const [written, id] = [of('provider') ?? of('type') ?? '', of('model')];
  const own: OwnServer = { baseUrl: of('base_url'), key: of('token_key') };
  const provider = importProvider(written, own, draft);
  if (provider === undefined || id === undefined) {
    draft.lose(path, node.place, unspoken(written));
    return;
  }
  const model: ModelFields = {};
  readFields(node, dockerFields({ model, draft, of: { model: name } }), { draft, path });
  draft.models.set(name, { node, path, plan: { provider, id, ...model } });
  draft.gain(path, node.place, `models.${name}`);
}

function dockerFields(into: Into): Readonly<Record<string, Field>> {
  const { option, extra, to } = modelFields(into);
  return {
    provider: null,
    // The first version of the format has the provider here.
    type: null,
    model: null,
    base_url: null,
    token_key: null,
    track_usage: null,
    max_tokens: option('maxOutputTokens', numberOf),
    temperature: option('temperature', numberOf),
    parallel_tool_calls: option('parallelCalls', (value) => (textOf(value) === 'false' ? false : undefined)),
    top_p: extra('top_p'),
    frequency_penalty: extra('frequency_penalty'),
    presence_penalty: extra('presence_penalty'),
    thinking_budget: to('thinking', (value, path, place) => readThinking(value, { path, place, ...into })),
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
