import type { Calling } from '../ground/ground.js';
import type { Toolbox } from '../skills/toolbox.js';
import type { Beside } from './beside.js';

/** What the model is told beside the answers to its calls: mail, work that has ended, tools that came, skills that fit. Each once. */
export function news(run: Calling & Toolbox & Pick<Beside, 'inbox'>): readonly string[] {
  run.tools.prepare();
  const announced = [run.deferral.announce(), run.skills.fitting.announce()];
  return [...run.inbox.take(), ...(run.calls.background?.take() ?? []), ...announced.filter((text) => text !== undefined)];
}
