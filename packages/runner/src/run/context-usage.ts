import { estimateTokens } from '../compact/estimate.js';
import { thresholdsOf } from '../compact/thresholds.js';
import type { RunState } from './run-state.js';

/** The contents of the next request in tokens. Source: LOOP-30. */
export interface ContextUsage {
  readonly model: string;
  /** The size of the window. `undefined`: unknown. */
  readonly window: number | undefined;
  readonly compactsAt: number | undefined;
  readonly system: number;
  /** The tools. `server`: the key of the MCP server that provides the tool. */
  readonly tools: readonly { readonly name: string; readonly tokens: number; readonly server?: string | undefined }[];
  readonly messages: number;
  /** The count of the last turn, if there was one, else the sum of the estimates. */
  readonly total: number;
}

/** Estimates the usage by four characters to a token, except for the total. */
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
