import { printableJson } from '@loadout/command';
import { plainEvent } from '@loadout/command/runs';
import type { EventLook } from '@loadout/core/commands';
import type { AgentEvent, RunInit } from '@loadout/runner';
import type { Io } from '../io.js';
import { type Pulse, type RunView, systemPulse } from './run-view.js';
import { TextView } from './text-view.js';

/** A pulse that stands still, because nothing runs. */
const STILL: Pulse = { now: () => 0, every: () => () => {} };

/** The view of a run in the chosen format. */
export function viewFor({ output, verbose = false, isRecorded = false, structured = false }: EventLook, io: Io): RunView {
  if (output === 'json') return jsonView(io);
  // One JSON object per line: every event as it is, and an ended call without the data that only the loop needs.
  if (output === 'stream-json') return { event: (event) => io.out(`${printableJson(plainEvent(event))}\n`) };
  return new TextView({ io, pulse: isRecorded ? STILL : systemPulse, verbose, structured });
}

/** Prints one document when the run has ended: its result, and the description of the run. */
function jsonView(io: Io): RunView {
  let init: RunInit | undefined;
  return {
    event(event: AgentEvent) {
      if (event.type === 'init') init = event.init;
      if (event.type !== 'result') return;
      const { agent, model, transcript, permissionMode } = init ?? {};
      io.json({ ...event.result, agent, model, permissionMode, transcript });
    },
  };
}
