import type { EventLook } from '@loadout/core/commands';
import type { Io } from '../io.js';
import { Activity } from './activity.js';
import { JsonView, StreamJsonView } from './json-views.js';
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
