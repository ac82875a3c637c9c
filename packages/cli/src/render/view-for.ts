import { printableJson } from '@loadout/command';
import { plainEvent } from '@loadout/command/runs';
import type { EventLook } from '@loadout/core/commands';
import type { AgentEvent, RunInit } from '@loadout/runner';
import type { Io } from '../io.js';
import { Activity } from './activity.js';
import { type Pulse, type RunView, systemPulse } from './run-view.js';
import { TextView } from './text-view.js';

/** A pulse that stands still, because nothing runs. */
const STILL: Pulse = { now: () => 0, every: () => () => {} };

interface RunLook extends EventLook {
  /** The folder of the run, which the names of files leave out. */
  readonly cwd?: string | undefined;
}

/** The view of a run in the chosen format. */
export function viewFor({ output, verbose = false, isRecorded = false, structured = false, cwd = '' }: RunLook, io: Io): RunView {
  if (output === 'json') return new JsonView(io);
  if (output === 'stream-json') return new StreamJsonView(io);
  const activity = new Activity({ cwd });
  return new TextView({ io, pulse: isRecorded ? STILL : systemPulse, activity, verbose, structured });
}

/** Prints one JSON object per line: every event as it is, and an ended call without the data that only the loop needs. */
export class StreamJsonView implements RunView {
  readonly #io: Io;

  constructor(io: Io) {
    this.#io = io;
  }

  event(event: AgentEvent): void {
    this.#io.out(`${printableJson(plainEvent(event))}\n`);
  }
}

/** Prints one document when the run has ended: its result, and the description of the run. */
export class JsonView implements RunView {
  readonly #io: Io;
  #init: RunInit | undefined;

  constructor(io: Io) {
    this.#io = io;
  }

  event(event: AgentEvent): void {
    if (event.type === 'init') this.#init = event.init;
    if (event.type !== 'result') return;
    const { agent, model, transcript, permissionMode } = this.#init ?? {};
    this.#io.out(`${printableJson({ ...event.result, agent, model, permissionMode, transcript }, 2)}\n`);
  }
}
