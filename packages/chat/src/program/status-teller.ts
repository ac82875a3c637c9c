import { gitHead } from '@loadout/node';
import type { Agent, Conversation, RunResult } from '@loadout/runner';
import type { Surface } from '../commands/surface.js';
import { StatusCommand, type StatusInput } from '../status/status-command.js';

interface StatusTellerParts {
  readonly surface: Surface;
  readonly agent: Agent;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Keeps the status line true: what it shows is read when something may have changed it, and not for each frame. */
export class StatusTeller {
  readonly #parts: StatusTellerParts;
  readonly #startedAt = Date.now();
  #command: StatusCommand | undefined;

  constructor(parts: StatusTellerParts) {
    this.#parts = parts;
  }

  refresh(conversation: Conversation, lastResult: RunResult | undefined): void {
    const { surface, agent } = this.#parts;
    const usage = conversation.contextUsage();
    const { cwd, model } = conversation.inspect();
    const mode = conversation.permissionMode;
    const head = gitHead(cwd);
    const branch = head?.branch ?? head?.commit?.slice(0, 8);
    const context = usage.window === undefined ? undefined : usage.total / usage.window;
    surface.status({ agent: agent.name, model, mode, context, costUsd: lastResult?.costUsd, branch });
    this.#ownCommand(cwd)?.changed(this.#input(conversation, { usage, lastResult, cwd, model }));
  }

  close(): void {
    this.#command?.close();
  }

  /** The command of the person's settings, once they are known. */
  #ownCommand(cwd: string): StatusCommand | undefined {
    const { surface, env } = this.#parts;
    const { statusLine } = surface.settings;
    if (statusLine !== undefined)
      this.#command ??= new StatusCommand({ command: statusLine.command, cwd, env, onLine: (own) => surface.status({ own }) });
    return this.#command;
  }

  #input({ sessionId, transcript, permissionMode }: Conversation, { usage, lastResult, cwd, model }: Told): StatusInput {
    const { total, window = 0 } = usage;
    return {
      hook_event_name: 'Status',
      session_id: sessionId,
      transcript_path: transcript,
      cwd,
      model: { id: model, display_name: model },
      workspace: { current_dir: cwd, project_dir: this.#parts.agent.spec.roots[0] },
      version: this.#parts.version,
      permission_mode: permissionMode,
      cost: {
        total_cost_usd: lastResult?.costUsd ?? 0,
        total_duration_ms: Date.now() - this.#startedAt,
        total_api_duration_ms: Math.round(lastResult?.modelMs ?? 0),
      },
      context_window: { context_window_size: window, used_percentage: window === 0 ? 0 : Math.round((100 * total) / window) },
    };
  }
}

interface Told {
  readonly usage: ReturnType<Conversation['contextUsage']>;
  readonly lastResult: RunResult | undefined;
  readonly cwd: string;
  readonly model: string;
}
