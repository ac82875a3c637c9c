import { BackgroundTasks, type PermissionMode, Subagents } from '@loadout/core';
import { tokensOfChars } from '@loadout/core/model';
import { estimateTokens, thresholdsOf } from '../compact/thresholds.js';
import type { RunState } from './run-state.js';

/** The contents of a session in memory. Source: STATE-01. */
export interface SessionView {
  readonly sessionId: string;
  readonly cwd: string;
  readonly permissionMode: PermissionMode;
  readonly model: string;
  readonly messages: number;
  /** Names of the callable tools. */
  readonly tools: readonly string[];
  /** Names of those tools whose schemas are held back. */
  readonly deferredTools: readonly string[];
  readonly backgroundTasks: readonly {
    readonly id: string;
    readonly type: string;
    readonly title: string;
    readonly state: string;
  }[];
  readonly subagents: readonly { readonly agentId: string; readonly type: string }[];
  /** Keys of the services created so far: todos, read files, fetched pages, ... */
  readonly services: readonly string[];
}

export function viewOf({ session, sessionId, permissions, model, tools, deferral, services }: RunState): SessionView {
  const made = services.made;
  const tasks = made.includes(BackgroundTasks.key) ? (services.find(BackgroundTasks)?.list() ?? []) : [];
  const agents = made.includes(Subagents.key) ? (services.find(Subagents)?.running() ?? []) : [];
  return {
    sessionId,
    cwd: session.cwd,
    permissionMode: permissions.layers.mode,
    model: model.plan.id,
    messages: session.messages.length,
    tools: tools.pool.tools.map((tool) => tool.name),
    deferredTools: deferral.list().map((tool) => tool.name),
    backgroundTasks: tasks.map((task) => ({ id: task.id, type: task.type, title: task.title, state: task.status().state })),
    subagents: agents.map(({ agentId, type }) => ({ agentId, type })),
    services: made,
  };
}

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

/** Estimates the usage, except for the total. */
export function contextUsageOf({ tools: made, session, model, spec }: RunState): ContextUsage {
  const request = made.nextRequest();
  const { pool } = made;
  const tokensOf = (value: unknown) => Math.ceil(tokensOfChars((JSON.stringify(value) ?? '').length));
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
    compactsAt: spec.agent.compaction?.off === true ? undefined : thresholdsOf(spec.agent.compaction, contextWindow).trigger,
    system,
    tools,
    messages,
    total: session.contextTokens > 0 ? session.contextTokens : estimated,
  };
}
