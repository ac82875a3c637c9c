import { printable, printableJson } from '@loadout/command';
import { exitCodeOf, nextNumber, type NumberedRun, runEvents } from '@loadout/command/runs';
import { messageOf } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import type { Ask, EngineClient, ListedRun, RoundEnd } from '@loadout/engine-restate';
import { redactor, sessionPlace } from '@loadout/runner';
import type { Io } from '../io.js';
import { loadEnginePackage } from '../load/engine-package.js';
import { fetchLine } from '../render/run-files.js';
import type { RunView } from '../render/run-view.js';
import { viewFor } from '../render/view-for.js';
import { ShownEvents } from './shown-events.js';

export interface EngineWish {
  readonly agent: string;
  readonly session: string;
  readonly prompt: string;
  readonly at?: Date | undefined;
  readonly label?: string | undefined;
  /** The repository that the run works in, as `git:REMOTE#REF`. */
  readonly workspace?: string | undefined;
}

export interface Submitted {
  readonly run: string;
  /** Shows the run until its result, or until the signal fires. Resolves to true if the result was shown. */
  readonly show: (io: Io, signal: AbortSignal) => Promise<boolean>;
  /** Resolves with the end of the run. */
  readonly ended: () => Promise<RoundEnd>;
}

/** Submits a prompt to a session of the engine, with the plan of this configuration. */
export async function submitRun(
  { agent, session, workspace: named, ...wish }: EngineWish,
  { plan, io, command }: { readonly plan: Plan; readonly io: Io; readonly command: string },
): Promise<Submitted> {
  sessionPlace({ dir: plan.configDir }, session);
  const { codeOf, EngineClient, engineAddress, planHash, questionLine, readWorkspace } = await loadEnginePackage(command);
  const client = new EngineClient(engineAddress(io.env));
  // The engine stores the prompt.
  const hide = redactor(plan.secrets) ?? ((text: string) => text);
  const workspace = named === undefined ? undefined : readWorkspace(named);
  const prompt = hide(wish.prompt);
  const number = await nextNumber(client, session);
  const hash = planHash(plan, await codeOf(plan, io.env));
  const { id } = await client.submit(agent, { ...wish, workspace, prompt, session, plan: hash });
  const structured = plan.agents[agent]?.output !== undefined;
  const show = (io: Io, signal: AbortSignal) =>
    showRun({ client, run: { session, number }, io, structured, questionLine }, signal);
  return { run: session, show, ended: () => client.result(id) };
}

/** Shows a run until its end. Resolves to the exit code that the run would have here. */
export async function showEnd(
  { run, show, ended }: Submitted,
  { io, json }: { readonly io: Io; readonly json: boolean },
): Promise<number> {
  io.tell(`Submitted ${run}\n`);
  const over = new AbortController();
  const showing = (json ? Promise.resolve(true) : show(io, over.signal)).catch((error: unknown) => {
    io.tell(`note: The run cannot be shown while it works: ${printable(messageOf(error))}\n`);
    return false;
  });
  let isShown = false;
  let end: RoundEnd;
  try {
    end = await ended();
  } finally {
    const late = setTimeout(() => over.abort(), LAST_MS);
    isShown = await showing;
    clearTimeout(late);
  }
  if (json) io.out(`${printableJson({ run, ...end }, 2)}\n`);
  else if (!isShown) showWithoutEvents(end, io);
  if (end.files !== undefined && !json) io.tell(`${printable(fetchLine(end.files))}\n`);
  return exitCodeOf(end.outcome);
}

/** The time in which the last events of a run that has ended are shown. */
const LAST_MS = 10_000;

/** Shows the end of a run that failed before it had events. */
function showWithoutEvents({ text, error }: RoundEnd, io: Io): void {
  if (text !== '') io.out(`${printable(text)}\n`);
  if (error !== undefined) io.tell(`${printable(error.message)}\n`);
}

interface Shown {
  readonly client: EngineClient;
  readonly run: NumberedRun;
  readonly io: Io;
  /** Whether the answer is a value that fits a schema. */
  readonly structured: boolean;
  /** Writes a question as one line. */
  readonly questionLine: (run: string, ask: Ask) => string;
}

/** Shows a run of an engine as a local run is shown. Resolves to true once its result was shown. */
async function showRun({ client, run, io, structured, questionLine }: Shown, signal: AbortSignal): Promise<boolean> {
  const view = viewFor({ structured }, io);
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
