import { printableJson } from '@loadout/command';
import { plainEvent } from '@loadout/command/runs';
import type { AgentEvent, RunInit } from '@loadout/runner';
import type { Io } from '../io.js';
import type { RunView } from './run-view.js';

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
