import { estimateTokens } from '../compact/estimate.js';
import { thresholdsOf } from '../compact/thresholds.js';
import type { RunState } from './run-state.js';

/** What the next request would hold, in tokens. Source: LOOP-30. */
export interface ContextUsage {
  readonly model: string;
  /** `undefined`: the model's window is not known. */
  readonly window: number | undefined;
  readonly compactsAt: number | undefined;
  readonly system: number;
  /** `server`: the key of the MCP server whose tool it is. */
  readonly tools: readonly { readonly name: string; readonly tokens: number; readonly server?: string | undefined }[];
  readonly messages: number;
  /** What the model counted in its last turn where there was one, else the estimates together. */
  readonly total: number;
}

/** By four characters to a token, but for the total. */
export function contextUsageOf({ tools: made, session, model, spec }: RunState): ContextUsage {
  const request = made.nextRequest();
  const { pool } = made;
  const tokensOf = (value: unknown) => Math.ceil((JSON.stringify(value) ?? '').length / 4);
  const system = tokensOf(request.system);
  const tools = request.tools
    .filter((tool) => tool.defer_loading !== true)
    .map((tool) => ({ name: tool.name, tokens: tokensOf(tool), server: pool.get(tool.name)?.origin.server }));
  const messages = Math.ceil(estimateTokens(session.messages));
  const estimated = system + messages + tools.reduce((sum, tool) => sum + tool.tokens, 0);
  const { contextWindow } = model.plan;
  return {
    model: model.plan.id,
    window: contextWindow,
    compactsAt: spec.compaction.off === true ? undefined : thresholdsOf(spec.compaction, contextWindow).trigger,
    system,
    tools,
    messages,
    total: session.contextTokens > 0 ? session.contextTokens : estimated,
  };
}
