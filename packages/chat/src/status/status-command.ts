import { spawn } from 'node:child_process';
import { after } from '@loadout/node';
import { hasGroups, signalGroup } from '@loadout/node/platform';

/** Standard input of a command for the status line: the fields that Claude Code gives to its `statusLine`. */
export interface StatusInput {
  readonly hook_event_name: 'Status';
  readonly session_id: string;
  readonly transcript_path: string;
  readonly cwd: string;
  readonly model: { readonly id: string; readonly display_name: string };
  readonly workspace: { readonly current_dir: string; readonly project_dir: string };
  readonly version: string;
  readonly permission_mode: string;
  readonly cost: {
    readonly total_cost_usd: number;
    readonly total_duration_ms: number;
    readonly total_api_duration_ms: number;
  };
  readonly context_window: { readonly context_window_size: number; readonly used_percentage: number };
}

interface StatusCommandParts {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onLine: (line: string) => void;
  readonly timeoutMs?: number;
}

/** A command gets no more time than this, and no more of what it writes is kept. */
const TIMEOUT_MS = 2_000;
const THROTTLE_MS = 300;
const MOST_CHARS = 2_000;

/** A command of the person that writes the status line. It runs when something has changed, one at a time. */
export class StatusCommand {
  readonly #parts: StatusCommandParts;
  #timer: NodeJS.Timeout | undefined;
  #stop: (() => void) | undefined;
  #next: StatusInput | undefined;

  constructor(parts: StatusCommandParts) {
    this.#parts = parts;
  }

  /** Runs the command soon, with the newest input. */
  changed(input: StatusInput): void {
    this.#next = input;
    this.#timer ??= setTimeout(() => this.#begin(), THROTTLE_MS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#next = undefined;
    this.#stop?.();
  }

  #begin(): void {
    this.#timer = undefined;
    if (this.#stop !== undefined || this.#next === undefined) return;
    const input = this.#next;
    this.#next = undefined;
    this.#run(input);
  }

  #run(input: StatusInput): void {
    const { command, cwd, env, onLine, timeoutMs = TIMEOUT_MS } = this.#parts;
    const child = spawn('/bin/sh', ['-c', command], {
      cwd,
      env: { ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: hasGroups(),
    });
    let text = '';
    // The whole group ends, so that nothing the command started outlives it.
    const stop = () => {
      if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
    };
    this.#stop = stop;
    const cancel = after(timeoutMs, stop);
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(input));
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      if (text.length < MOST_CHARS) text += piece;
    });
    child.on('error', () => {});
    child.on('close', (code) => {
      cancel();
      stop();
      this.#stop = undefined;
      // A command that fails or takes too long changes nothing.
      if (code === 0) onLine(text.slice(0, MOST_CHARS).split('\n', 1)[0] ?? '');
      if (this.#next !== undefined) this.changed(this.#next);
    });
  }
}
