import { type NumberedRun, runEvents } from '@loadout/command/runs';
import type { Ask, EngineClient, ListedRun } from '@loadout/engine-restate';
import type { Io } from '../io.js';
import { Activity } from '../render/activity.js';
import { type RunView, systemPulse } from '../render/run-view.js';
import { TextView } from '../render/text-view.js';
import { ShownEvents } from './shown-events.js';

export interface Shown {
  readonly client: EngineClient;
  readonly run: NumberedRun;
  readonly io: Io;
  /** Whether the answer is a value that fits a schema. */
  readonly structured: boolean;
  /** Writes a question as one line. */
  readonly questionLine: (run: string, ask: Ask) => string;
}

/** Shows a run of an engine as a local run is shown. Resolves to true once its result was shown. */
export async function showRun({ client, run, io, structured, questionLine }: Shown, signal: AbortSignal): Promise<boolean> {
  const activity = new Activity({ cwd: '' });
  const view = new TextView({ io, pulse: systemPulse, activity, verbose: false, structured });
  const shown = new ShownEvents();
  const questions = new Questions(view, questionLine);
  let hasResult = false;
  for await (const item of runEvents(client, run, signal)) {
    if ('state' in item) questions.look(item.state);
    else
      for (const event of 'live' in item ? shown.live(item.live) : shown.recorded(item.event)) {
        view.event(event);
        hasResult ||= event.type === 'result';
      }
  }
  return hasResult;
}

/** Tells of each question of the run once. */
class Questions {
  readonly #view: RunView;
  readonly #lineOf: Shown['questionLine'];
  readonly #told = new Set<string>();

  constructor(view: RunView, lineOf: Shown['questionLine']) {
    this.#view = view;
    this.#lineOf = lineOf;
  }

  look({ run, asks }: ListedRun): void {
    for (const ask of asks) {
      if (this.#told.has(ask.hash)) continue;
      this.#told.add(ask.hash);
      this.#view.event({ type: 'waiting', message: this.#lineOf(run, ask) });
    }
  }
}
