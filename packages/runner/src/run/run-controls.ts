import {
  type Asker,
  BackgroundTasks,
  type PermissionMode,
  type PermissionRule,
  type PermissionUpdate,
  type ServerControl,
  type ToolResult,
} from '@loadout/core';
import type { RewindOptions, RewindResult } from '../checkpoints/rewind.js';
import { markAsRead, rewindFiles } from '../checkpoints/rewind-files.js';
import type { ModelChange } from '../model/run-model.js';
import { type ContextUsage, contextUsageOf } from './context-usage.js';
import { callTool } from './hook-parts.js';
import type { RunState } from './run-state.js';
import { type SessionView, viewOf } from './session-view.js';

/** What may be seen and changed of a session while it goes on. */
export class RunControls {
  readonly #state: RunState;

  constructor(state: RunState) {
    this.#state = state;
  }

  get sessionId(): string {
    return this.#state.session.id;
  }

  get transcript(): string {
    return this.#state.session.place.file;
  }

  get permissionMode(): PermissionMode {
    return this.#state.permissions.mode;
  }

  /** Holds from the next call on, and when the session is resumed. Throws MODE_REFUSED. Source: PERM-14. */
  setPermissionMode(mode: PermissionMode): void {
    this.#state.permissions.update([{ type: 'setMode', mode, destination: 'session' }]);
  }

  /** All of it or, with a throw, nothing; from the next call on. Source: PERM-14. */
  updatePermissions(updates: readonly PermissionUpdate[]): void {
    this.#state.permissions.update(updates);
  }

  /** The rules that hold now and the folders that are worked in, the workspace first. */
  permissionsNow(): { readonly rules: readonly PermissionRule[]; readonly roots: readonly string[] } {
    const { rules, roots } = this.#state.permissions.layers;
    return { rules, roots };
  }

  /** Who is asked from the next call on; `undefined`: nobody, and what would be asked is denied. Source: PERM-14. */
  setAsker(asker: Asker | undefined): void {
    this.#state.permissions.asker = asker;
  }

  /** Holds from the next turn on; `null`: the agent's own again. One that cannot be used is told of, and the one before stays. Source: LOOP-18. */
  setModel(model: string | null): void {
    this.#state.model.choose({ model }, 'sdk');
  }

  /** The same for how hard it thinks, and how long. */
  setThinking(change: Pick<ModelChange, 'effort' | 'thinking'>): void {
    this.#state.model.choose(change);
  }

  /** The model reads it before its next turn, as a reminder; a run that is about to end goes on with it. Source: LOOP-17. */
  send(text: string): void {
    this.#state.inbox.add(text);
  }

  /** The MCP servers of the session: one source brings them, and another source with servers is not shown here. */
  get servers(): ServerControl | undefined {
    return this.#state.tools.servers[0];
  }

  /** Ends work in the background. False: there is none of that id. */
  async stopTask(id: string): Promise<boolean> {
    const task = this.#state.services.find(BackgroundTasks)?.get(id);
    await task?.stop();
    return task !== undefined;
  }

  /**
   * Has what a call of this agent waits for go on without it: the call of this id, or all. False: none waits for what could.
   * The calls of the agents that it started are their own. Source: CTRL-11.
   */
  sendToBackground(toolUseId?: string): boolean {
    return this.#state.services.find(BackgroundTasks)?.send(toolUseId) === true;
  }

  /** The end of what work in the background has said so far. `undefined`: there is none of that id, or it says nothing. */
  taskOutput(id: string): { readonly output: string; readonly total_bytes: number; readonly truncated: boolean } | undefined {
    const tail = this.#state.services.find(BackgroundTasks)?.get(id)?.tail?.();
    if (tail === undefined) return undefined;
    const truncated = tail.totalBytes > Buffer.byteLength(tail.output);
    return { output: tail.output, total_bytes: tail.totalBytes, truncated };
  }

  /**
   * A call that the host makes, not the model: no mode stands against it, deny and ask rules do, no hook hears of it, and it is
   * no part of the conversation. Undefined: there is no such tool.
   */
  callTool(
    name: string,
    call: { readonly input: Readonly<Record<string, unknown>>; readonly signal: AbortSignal },
  ): Promise<ToolResult | undefined> {
    return callTool(this.#state, { name, ...call });
  }

  /** Takes over tools that have come or gone, as each turn does. */
  refreshTools(): void {
    this.#state.tools.refresh();
  }

  /** Skills or agents of the plan are others now: the next request lists them as they are. */
  renewListings(): void {
    this.#state.tools.renewRequest();
  }

  /** What the next request would hold. Source: LOOP-30. */
  contextUsage(): ContextUsage {
    return contextUsageOf(this.#state);
  }

  /** To what files were before the prompt of this id. Needs `checkpoints`. Source: STATE-04. */
  rewind(promptId: string, options: RewindOptions = {}): Promise<RewindResult> {
    return rewindFiles(this.#state, promptId, options);
  }

  /** The model knows this file, as if it had read it. False: there is nobody who keeps that. Source: STATE-05. */
  markAsRead(path: string, options: { readonly mtimeMs?: number | undefined } = {}): boolean {
    return markAsRead(this.#state, path, options);
  }

  /** What the session holds at this moment. Source: STATE-01. */
  inspect(): SessionView {
    return viewOf(this.#state);
  }
}
