import { randomUUID } from 'node:crypto';
import type { ToolUseBlock } from '@loadout/core/model';
import {
  type Asker,
  type CallPreview,
  previewToolCall,
  runHooks,
  runToolCall,
  Schedule,
  type SettledCall,
  type ToolPool,
} from '@loadout/core/run';
import { underSignals } from '@loadout/node';
import { type Exchange, newExchange } from '../context/exchange.js';
import { observed } from '../observe/observed.js';
import { checkMode } from '../permissions/run-permissions.js';
import { errors } from '../report/errors.js';
import type { AgentEvent } from '../report/events.js';
import { redactor, redactValue } from '../secrets/redact.js';
import { inSession, openSession } from '../session/open-session.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import { recordCall } from '../turn/after-calls.js';
import { endRun } from './end-run.js';
import { startSubagent } from './run-prompt.js';
import { setUpRun } from './run-setup.js';
import type { RunState } from './run-state.js';
import { sourceSession } from './source-session.js';

/** A call that does not come from the model. */
export interface ServedCall {
  readonly name: string;
  readonly input: unknown;
  /** The id. Default: a new id. An id that is taken by the time of the call is replaced. */
  readonly id?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((message: string) => void) | undefined;
  /** Asks the person behind this call. Default: the asker of the session. */
  readonly ask?: Asker | undefined;
}

/** A session whose calls come from outside. Each call goes through all of `runToolCall`. Source: MCPS-15. */
export interface CallSession {
  readonly sessionId: string;
  /** The folder for files of the session, which need no rule to be read. It may not exist yet. */
  readonly artifactDir: string;
  /** The current pool. */
  readonly pool: ToolPool;
  /**
   * Runs a call. A denial, a failure or an interrupt is an answer, whose text is without secrets. Throws RUN_STOPPED once a hook
   * has ended the session, and RUN_INTERRUPTED when the session is closed.
   */
  call(call: ServedCall): Promise<SettledCall>;
  /**
   * Returns the decision of the rules about a call that is not made; no hook runs. Throws the error with which the call would be
   * refused.
   */
  preview(call: Pick<ServedCall, 'name' | 'input'>): Promise<CallPreview>;
  /** Interrupts running calls and ends the session. */
  close(): Promise<void>;
}

interface CallListeners {
  readonly notice?: ((message: string) => void) | undefined;
  readonly toolsChanged?: (() => void) | undefined;
}

/**
 * Opens a session for calls. Throws the reason if the agent cannot run: an unwritable folder, a missing required server, or a
 * hook that stops it.
 */
export async function openCalls(spec: AgentSpec, listeners: CallListeners = {}): Promise<CallSession> {
  checkMode(spec.permissions.mode, spec);
  const session = openSession(spec, {});
  const exchange = newExchange();
  const { controller } = exchange;
  const progress = new Map<string, (message: string) => void>();
  const redact = redactor(spec.secrets);
  const { emit, observer } = observed(spec, session, (event: AgentEvent) => {
    if (event.type === 'tool_progress') progress.get(event.id)?.(redact?.(event.message) ?? event.message);
    if (event.type === 'notice') listeners.notice?.(event.message);
    if (event.type === 'ToolListChanged') listeners.toolsChanged?.();
  });
  const lifetime = controller.signal;
  const run = inSession(session, () => setUpRun({ spec, session, lifetime, exchange, emit, observer, startSubagent }));
  const started = run.clock.now();
  const end = () => endRun(run, { outcome: 'success', text: '' }, started);
  try {
    await run.tools.open({ ...sourceSession(run), patienceMs: PATIENCE_MS });
    run.tools.whenStale = () => run.tools.refresh();
    const { stop } = await runHooks('SessionStart', { source: session.source }, run.calls());
    if (stop !== undefined) throw errors.RUN_STOPPED({ reason: stop });
    session.record({ t: 'message', message: { role: 'user', content: [{ type: 'text', text: OPENING }] } });
  } catch (error) {
    await end();
    throw error;
  }
  return new OpenCalls({ run, controller, progress, end });
}

/** A client waits for the list of tools, and is told when a slow server brings more. */
const PATIENCE_MS = 5_000;

/** The opening message, with which the journal reads as a conversation and can be resumed. */
const OPENING = 'The calls of this session come from a client, not from a model.';

class OpenCalls implements CallSession {
  readonly #run: RunState;
  readonly #controller: Exchange['controller'];
  readonly #progress: Map<string, (message: string) => void>;
  readonly #end: () => Promise<unknown>;
  readonly #schedule: Schedule;
  readonly #open = new Map<string, Promise<SettledCall>>();
  #closed: Promise<unknown> | undefined;
  #stopped: string | undefined;

  constructor(parts: {
    run: RunState;
    controller: Exchange['controller'];
    progress: Map<string, (message: string) => void>;
    end: () => Promise<unknown>;
  }) {
    this.#run = parts.run;
    this.#controller = parts.controller;
    this.#progress = parts.progress;
    this.#end = parts.end;
    this.#schedule = new Schedule(parts.run.spec.agent.concurrency, { isOneMessage: false });
  }

  get sessionId(): string {
    return this.#run.session.id;
  }

  get artifactDir(): string {
    return this.#run.session.header.artifactDir;
  }

  get pool(): ToolPool {
    return this.#run.tools.pool;
  }

  async call(call: ServedCall): Promise<SettledCall> {
    if (this.#closed !== undefined) throw errors.RUN_INTERRUPTED({});
    if (this.#stopped !== undefined) throw errors.RUN_STOPPED({ reason: this.#stopped });
    const isFree = call.id !== undefined && !this.#open.has(call.id);
    const id = isFree && call.id !== undefined ? call.id : `call_${randomUUID()}`;
    if (call.onProgress !== undefined) this.#progress.set(id, call.onProgress);
    const settled = this.#settle({ ...call, id });
    this.#open.set(id, settled);
    try {
      return await settled;
    } finally {
      this.#open.delete(id);
      this.#progress.delete(id);
    }
  }

  async preview({ name, input }: Pick<ServedCall, 'name' | 'input'>): Promise<CallPreview> {
    return previewToolCall({ id: `preview_${randomUUID()}`, name, input }, this.#run.calls());
  }

  async #settle({ id, name, input, signal, ask }: ServedCall & { readonly id: string }): Promise<SettledCall> {
    const { calls, counts, session, spec } = this.#run;
    const env = { ...calls(), ...(ask === undefined ? {} : { asker: () => ask }) };
    const settled = await underSignals([env.signal, signal], (either) =>
      this.#schedule.add((turn) => runToolCall({ id, name, input }, { ...env, signal: either, turn })),
    );
    // Call and result are written together at the end, so that parallel calls are in order.
    const use: ToolUseBlock = { type: 'tool_use', id, name: settled.name, input: (input ?? {}) as ToolUseBlock['input'] };
    session.record({ t: 'message', message: { role: 'assistant', content: [use] } });
    const recorded = recordCall(this.#run, settled);
    session.record({ t: 'results', ids: [id] });
    // Nobody reads them here, and a session of a server has no last call.
    counts.denials.length = 0;
    counts.calls.length = 0;
    this.#stopped ??= settled.stop;
    if (settled.fault !== undefined) this.#run.emit({ type: 'notice', message: settled.result.content });
    return { ...recorded, result: redactValue(settled.result, redactor(spec.secrets)) };
  }

  async close(): Promise<void> {
    this.#closed ??= this.#finish();
    await this.#closed;
  }

  async #finish(): Promise<void> {
    this.#controller.abort(errors.RUN_INTERRUPTED({}));
    await Promise.allSettled(this.#open.values());
    await this.#end();
  }
}
