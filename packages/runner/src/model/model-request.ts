import type { ClearToolUses, Message, ModelRequest, SystemBlock } from '@loadout/core/model';
import type { PoolTool, ToolPool } from '@loadout/core/run';
import type { RunContext } from '../context/run-context.js';
import { type ModelText, modelText } from '../prompts/model-texts.js';
import type { Asking } from './asking.js';
import { permittedExtra } from './server-tools.js';

/**
 * Builds the request from the same objects in every turn until something changes, so that a provider can cache derived values.
 */
export function modelRequest(
  { session, spec, model }: Pick<RunContext, 'session' | 'spec'> & Pick<Asking, 'model'>,
  { tools, listings }: { readonly tools: readonly PoolTool['api'][]; readonly listings: readonly ModelText[] },
): Omit<ModelRequest, 'messages'> {
  const { id, thinking, effort, temperature, parallelCalls, betas, promptCache, extra } = model.plan;
  const { surroundings } = session;
  const system = [modelText.instructions(spec.agent.instructions), ...listings, modelText.place(session.header.environment)]
    .filter((text) => text !== '')
    .map((text) => systemBlock(text));
  if (surroundings !== '') system.push(systemBlock(modelText.repository(surroundings), { volatile: true }));
  return {
    model: id,
    system: Object.freeze(system),
    tools: Object.freeze(tools),
    maxOutputTokens: model.maxOutputTokens,
    thinking,
    effort,
    temperature,
    parallelCalls,
    betas,
    promptCache,
    ...clearing(spec.agent.clearToolUses, tools, spec.pool),
    extra: permittedExtra(extra, spec),
  };
}

const systemBlock = (text: ModelText, more: Pick<SystemBlock, 'volatile'> = {}): SystemBlock =>
  Object.freeze({ type: 'text', text, ...more });

/** Limits clearing to results that can be produced again. Source: COMPACT-03. */
function clearing(
  plan: ClearToolUses | undefined,
  tools: readonly PoolTool['api'][],
  pool: ToolPool,
): Pick<ModelRequest, 'clearToolUses'> {
  if (plan === undefined) return {};
  const kept = tools.map(({ name }) => name).filter((name) => pool.get(name)?.rereadable !== true);
  return { clearToolUses: { ...plan, excludeTools: [...new Set([...(plan.excludeTools ?? []), ...kept])] } };
}

/** Completes the request that sends these messages to the model in use, and reports what the model does not get. */
export async function requestWith(
  { emit, model }: Pick<RunContext, 'emit'> & Pick<Asking, 'model'>,
  { request, messages }: { readonly request: Omit<ModelRequest, 'messages'>; readonly messages: readonly Message[] },
): Promise<ModelRequest> {
  const { notice, ...sent } = await model.history.for(messages, {
    plan: model.plan,
    api: model.origin.api,
    knowsReferences: model.current.provider.knowsReferences,
    thinking: request.thinking,
  });
  if (notice !== undefined) emit({ type: 'notice', message: notice });
  return { ...request, ...sent };
}
