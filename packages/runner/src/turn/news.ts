import type { RunState } from './run-state.js';

/** What the model is told beside the answers to its calls: mail, work that has ended, tools that came, skills that fit. Each once. */
export function news(run: RunState): readonly string[] {
  run.tools.refresh();
  // Which tools are kept back is decided with the request.
  void run.request;
  const announced = [run.deferral.announce(), run.skills.fitting.announce()];
  return [...run.inbox.take(), ...(run.calls.background?.take() ?? []), ...announced.filter((text) => text !== undefined)];
}
