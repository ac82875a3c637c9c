import type { Agent } from '@loadout/runner';
import type { Io } from '../io.js';
import { Activity } from '../render/activity.js';
import { JsonView, StreamJsonView } from '../render/json-views.js';
import { type RunView, systemPulse } from '../render/run-view.js';
import { TextView } from '../render/text-view.js';

export function viewFor(
  output: string,
  { io, agent, verbose }: { readonly io: Io; readonly agent: Agent; readonly verbose: boolean },
): RunView {
  if (output === 'json') return new JsonView(io);
  if (output === 'stream-json') return new StreamJsonView(io);
  const activity = new Activity({ cwd: agent.spec.roots[0] });
  return new TextView({ io, pulse: systemPulse, activity, verbose, structured: agent.spec.output !== undefined });
}
