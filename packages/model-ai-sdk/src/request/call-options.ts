import type { ApiTool, ModelRequest } from '@loadout/core/model';
import { CHAT_LIMITS, GEMINI_LIMITS, toolFor } from '@loadout/model-apis';
import { serverToolEntries, withExtra } from '@loadout/models';
import { errors } from '../errors.js';
import type { KnownPackage } from '../model/known-packages.js';
import type { CallOptions, LanguageModel, ProviderData } from '../model/language-model.js';
import type { AiSdkOptions } from '../options.js';
import type { Prompts } from './prompt.js';

export interface Target {
  readonly model: LanguageModel;
  readonly known: KnownPackage | undefined;
  readonly options: Pick<AiSdkOptions, 'package' | 'providerOptions'>;
  readonly prompts: Prompts;
}

/** The values of `reasoning` in version 4. */
const REASONING = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** The options of `doStream`. Throws AI_SDK_OPTION for an option of the model that the package has no word for. */
export function callOptions(request: ModelRequest, target: Target): CallOptions {
  const { model, known } = target;
  const key = known?.key ?? keyOf(model);
  const cache = cacheMark(request, target);
  const tools = [...toolsOf(request.tools, target), ...serverToolEntries(request.extra)];
  const own = {
    prompt: target.prompts.of(request, cache === undefined ? undefined : { [key]: cache as ProviderData[string] }),
    ...(tools.length === 0 ? {} : { tools, toolChoice: { type: 'auto' } }),
    ...defined({ maxOutputTokens: request.maxOutputTokens, temperature: request.temperature }),
    ...reasoningOf(request, model),
  };
  const { providerOptions: more, ...fields } = withExtra(own, request.extra) as typeof own & { providerOptions?: ProviderData };
  const options = { [key]: { ...known?.always, ...ownOptions(request, target) } };
  return { ...fields, providerOptions: merged(options, target.options.providerOptions, without(more ?? {}, options)) };
}

/** The fields of a model's `extra` but those that Loadout sets. */
const without = <T extends Readonly<Record<string, unknown>>>(extra: T, own: Readonly<Record<string, unknown>>): T =>
  Object.fromEntries(
    Object.entries(extra).flatMap(([name, value]) => {
      const mine = own[name];
      if (isMap(mine) && isMap(value)) return [[name, without(value, mine)]];
      return mine === undefined ? [[name, value]] : [];
    }),
  ) as T;

/** `google.generative-ai` has the options of `google`. */
const keyOf = ({ provider }: LanguageModel): string => provider.split('.')[0]?.trim() ?? provider;

const defined = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A tool list is the same object in every turn of a session. */
const toolLists = { strict: new WeakMap<object, readonly unknown[]>(), plain: new WeakMap<object, readonly unknown[]>() };
const geminiLists = new WeakMap<object, readonly unknown[]>();

function toolsOf(tools: readonly ApiTool[], { known, model }: Target): readonly unknown[] {
  const says = known?.saysStrict === true;
  const isGemini = keyOf(model).startsWith('google');
  const lists = isGemini ? geminiLists : says ? toolLists.strict : toolLists.plain;
  const limits = isGemini ? GEMINI_LIMITS : CHAT_LIMITS;
  const made =
    lists.get(tools) ?? tools.map((tool) => ({ ...functionTool(toolFor(tool, limits)), ...(says ? { strict: false } : {}) }));
  lists.set(tools, made);
  return made;
}

const functionTool = ({ name, description, input_schema: inputSchema }: ApiTool) => ({
  type: 'function',
  name,
  description,
  inputSchema,
});

/** Version 4 has a word for the effort, so no provider needs to be known for it. */
function reasoningOf({ effort, thinking }: ModelRequest, { specificationVersion }: LanguageModel): object {
  if (specificationVersion === 'v3') return {};
  if (effort !== undefined && REASONING.includes(effort)) return { reasoning: effort };
  return thinking?.type === 'disabled' ? { reasoning: 'none' } : {};
}

/** Options that only the provider has a word for. */
function ownOptions(request: ModelRequest, target: Target): Readonly<Record<string, unknown>> {
  const { known, model } = target;
  const isV4 = model.specificationVersion === 'v4';
  const { effort, thinking, parallelCalls, betas = [] } = request;
  const isSaid = isV4 && effort !== undefined && REASONING.includes(effort);
  const isOff = isV4 && thinking?.type === 'disabled';
  return deepMerged(
    effort === undefined || isSaid ? {} : need(known?.effort?.(effort), { target, name: 'effort', value: effort }),
    thinking === undefined || isOff ? {} : need(known?.thinking?.(thinking), { target, name: 'thinking', value: thinking.type }),
    parallelCalls === false ? need(known?.oneCall, { target, name: 'parallelCalls', value: 'false' }) : {},
    betas.length === 0 ? {} : need(known?.betas?.(betas), { target, name: 'betas', value: betas.join(', ') }),
  );
}

interface Needed {
  readonly target: Target;
  readonly name: string;
  readonly value: string;
}

function need<T>(options: T | undefined, { target, name, value }: Needed): T {
  if (options !== undefined) return options;
  throw errors.AI_SDK_OPTION({ option: name, value, name: target.options.package });
}

/** No marker unless the model's entry asks for one: many models refuse a marker that they do not know. */
function cacheMark({ promptCache }: ModelRequest, target: Target): object | undefined {
  if (promptCache === undefined || promptCache === 'off') return undefined;
  return need(target.known?.cache?.(promptCache), { target, name: 'promptCache', value: promptCache });
}

/** Later options win, key by key of a provider. */
function merged(...all: readonly (ProviderData | undefined)[]): ProviderData {
  const result: Record<string, Readonly<Record<string, unknown>>> = {};
  for (const one of all)
    for (const [key, fields] of Object.entries(one ?? {})) result[key] = deepMerged(result[key] ?? {}, fields);
  return Object.fromEntries(Object.entries(result).filter(([, fields]) => Object.keys(fields).length > 0));
}

function deepMerged(...all: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const one of all)
    for (const [key, value] of Object.entries(one)) {
      const old = result[key];
      result[key] = isMap(old) && isMap(value) ? deepMerged(old, value) : value;
    }
  return result;
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
