import { BackgroundTasks, type PermissionMode, Subagents } from '@loadout/core';
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
    permissionMode: permissions.mode,
    model: model.plan.id,
    messages: session.messages.length,
    tools: tools.pool.tools.map((tool) => tool.name),
    deferredTools: deferral.list().map((tool) => tool.name),
    backgroundTasks: tasks.map((task) => ({ id: task.id, type: task.type, title: task.title, state: task.status().state })),
    subagents: agents.map(({ agentId, type }) => ({ agentId, type })),
    services: made,
  };
}
