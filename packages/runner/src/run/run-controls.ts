import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { BackgroundTasks, type PermissionMode, SeenFiles, type ToolResult } from '@loadout/core';
import type {
  Asker,
  OwnBackgroundTasks,
  PermissionRule,
  PermissionUpdate,
  RewindOptions,
  RewindResult,
  SamplingAnswer,
  SamplingRequest,
  ServerControl,
} from '@loadout/core/run';
import { sampler } from '../model/ask-apart.js';
import type { ModelChange } from '../model/run-model.js';
import { modelText } from '../prompts/model-texts.js';
import { rewindFiles } from './checkpoints.js';
import { callTool } from './hook-parts.js';
import type { RunState } from './run-state.js';
import { type ContextUsage, contextUsageOf, type SessionView, viewOf } from './session-view.js';

export interface SendOptions {
  /** The person who uses the session wrote the text. Absent: a host did, and the model is not told whose words they are. */
  readonly isOfPerson?: boolean | undefined;
  /** Called when the model's next request will have the text. Contract: never throws. */
  readonly onDelivered?: (() => void) | undefined;
}

/** A text that was sent to a running session. */
export interface SentText {
  /** Takes the text back. Returns false if it was delivered or taken back before. */
  takeBack(): boolean;
}

/** The state of a running session that a host may read and change. */
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
    return this.#state.permissions.layers.mode;
  }

  /** Sets the mode for the next call on, and for the resumed session. Throws MODE_REFUSED. Source: PERM-14. */
  setPermissionMode(mode: PermissionMode): void {
    this.#state.permissions.update([{ type: 'setMode', mode, destination: 'session' }]);
  }

  /** Applies all updates or, with a throw, none; from the next call on. Source: PERM-14. */
  updatePermissions(updates: readonly PermissionUpdate[]): void {
    this.#state.permissions.update(updates);
  }

  /** Returns the current rules and the working directories, the workspace first. */
  permissionsNow(): { readonly rules: readonly PermissionRule[]; readonly roots: readonly string[] } {
    const { rules, roots } = this.#state.permissions.layers;
    return { rules, roots };
  }

  /** Asks the session's model apart from the conversation, without tools. The cost counts toward the session. */
  sample(request: SamplingRequest, options: { readonly signal: AbortSignal }): Promise<SamplingAnswer> {
    return sampler(this.#state)(request, options);
  }

  /** Sets the asker from the next call on. `undefined`: nobody is asked, and every question is a denial. Source: PERM-14. */
  setAsker(asker: Asker | undefined): void {
    this.#state.permissions.asker = asker;
  }

  /**
   * Sets the model from the next turn on; `null`: the agent's own model. If the model cannot be used, a notice says so and the
   * model before stays. Source: LOOP-18.
   */
  setModel(model: string | null): void {
    this.#state.model.choose({ model }, 'sdk');
  }

  /** The model, the effort and the thinking that were chosen during the run. `null`: none was. */
  get choices(): RunState['model']['wanted'] {
    return this.#state.model.wanted;
  }

  /** Sets the effort and the thinking in the same way. */
  setThinking(change: Pick<ModelChange, 'effort' | 'thinking'>): void {
    this.#state.model.choose(change);
  }

  /**
   * Adds a reminder that the model reads before its next turn. A run that is about to end continues with it. `onDelivered` is called once the
   * text is a part of the conversation. Source: LOOP-17.
   */
  send(text: string, { isOfPerson = false, onDelivered }: SendOptions = {}): SentText {
    return { takeBack: this.#state.inbox.send(isOfPerson ? modelText.personSays(text) : text, onDelivered) };
  }

  /** The MCP servers of the session. Only the first source with servers is shown here. */
  get servers(): ServerControl | undefined {
    return this.#state.tools.servers[0];
  }

  /** Ends background work. False: unknown id. */
  async stopTask(id: string): Promise<boolean> {
    const task = this.#state.services.find(BackgroundTasks)?.get(id);
    await task?.stop();
    return task !== undefined;
  }

  /**
   * Moves the work that a call of this agent waits for to the background: the call of this id, or all calls. False: no such call.
   * Calls of subagents are not affected. Source: CTRL-11.
   */
  sendToBackground(toolUseId?: string): boolean {
    return this.#state.services.find(BackgroundTasks)?.send(toolUseId) === true;
  }

  /** Whether `sendToBackground` would move something. */
  get canSendToBackground(): boolean {
    return (this.#state.services.find(BackgroundTasks) as OwnBackgroundTasks | undefined)?.canSend() === true;
  }

  /** Returns the end of the output of background work. `undefined`: unknown id, or no output. */
  taskOutput(id: string): { readonly output: string; readonly total_bytes: number; readonly truncated: boolean } | undefined {
    const tail = this.#state.services.find(BackgroundTasks)?.get(id)?.tail?.();
    if (tail === undefined) return undefined;
    const truncated = tail.totalBytes > Buffer.byteLength(tail.output);
    return { output: tail.output, total_bytes: tail.totalBytes, truncated };
  }

  /**
   * Makes a call for the host, not for the model: no mode prevents the call, but deny and ask rules apply. No hook runs, and the
   * call is not part of the conversation. `asks`: an ask rule asks the person, where it else denies. Undefined: no such tool.
   */
  callTool(
    name: string,
    call: {
      readonly input: Readonly<Record<string, unknown>>;
      readonly signal: AbortSignal;
      readonly asks?: boolean | undefined;
    },
  ): Promise<ToolResult | undefined> {
    return callTool(this.#state.calls(), { name, ...call });
  }

  /** Applies added and removed tools, as each turn does. */
  refreshTools(): void {
    this.#state.tools.refresh();
  }

  /** Renews the lists of skills and agents in the next request, after the plan has changed. */
  renewListings(): void {
    this.#state.tools.renewRequest();
  }

  /** Returns the contents of the next request in tokens. Source: LOOP-30. */
  contextUsage(): ContextUsage {
    return contextUsageOf(this.#state);
  }

  /** Restores files to their state before the prompt of this id. Needs `checkpoints`. Rejects with PACKAGE_NOT_INSTALLED without their package. Source: STATE-04. */
  rewind(promptId: string, options: RewindOptions = {}): Promise<RewindResult> {
    return rewindFiles(this.#state, promptId, options);
  }

  /**
   * Marks a file as read by the model, for a host that knows that the conversation contains the file, for example after a resume. With
   * `mtimeMs`, the time of the read, only if the file has not changed since. Returns whether the file was marked. Source: STATE-05.
   */
  markAsRead(path: string, { mtimeMs }: { readonly mtimeMs?: number | undefined } = {}): boolean {
    const seen = this.#state.services.find(SeenFiles);
    if (seen === undefined) return false;
    try {
      const real = realpathSync.native(resolve(this.#state.session.cwd, path));
      const stats = statSync(real);
      if (!stats.isFile() || (mtimeMs !== undefined && Math.floor(stats.mtimeMs) > mtimeMs)) return false;
      seen.sawWhole(real);
      return true;
    } catch {
      return false;
    }
  }

  /** Returns the current contents of the session. Source: STATE-01. */
  inspect(): SessionView {
    return viewOf(this.#state);
  }
}
