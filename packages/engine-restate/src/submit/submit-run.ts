import { exitCodeOf, type NumberedRun, nextNumber, runEvents } from '@loadout/command/runs';
import { messageOf } from '@loadout/core';
import type { CommandHost, EventView } from '@loadout/core/commands';
import type { Plan } from '@loadout/core/run';
import { type AgentEvent, redactor } from '@loadout/runner';
import { sessionPlace } from '@loadout/sessions';
import { EngineClient } from '../client/engine-client.js';
import type { ListedRun } from '../client/listed-run.js';
import { questionLine } from '../client/open-questions.js';
import { codeOf, engineAddress } from '../engine/engine-place.js';
import { planHash } from '../plan-hash.js';
import type { RoundEnd } from '../record/step.js';
import { readWorkspace } from '../workspace/workspace.js';
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
  readonly client: EngineClient;
  readonly run: NumberedRun;
  /** The id of the prompt. */
  readonly id: string;
  /** Whether the answer is a value that fits a schema. */
  readonly structured: boolean;
}

/** Submits a prompt to a session of the engine, with the plan of this configuration. */
export async function submitRun(
  { agent, session, workspace: named, ...wish }: EngineWish,
  { plan, env }: { readonly plan: Plan; readonly env: CommandHost['env'] },
): Promise<Submitted> {
  sessionPlace({ dir: plan.configDir }, session);
  const client = new EngineClient(engineAddress(env));
  // The engine stores the prompt.
  const hide = redactor(plan.secrets) ?? ((text: string) => text);
  const workspace = named === undefined ? undefined : readWorkspace(named);
  const prompt = hide(wish.prompt);
  const number = await nextNumber(client, session);
  const hash = planHash(plan, await codeOf(plan, env));
  const { id } = await client.submit(agent, { ...wish, workspace, prompt, session, plan: hash });
  return { client, run: { session, number }, id, structured: plan.agents[agent]?.output !== undefined };
}

/** Shows a run until its end. Resolves to the exit code that the run would have here. */
export async function showEnd(
  submitted: Submitted,
  { host, json }: { readonly host: CommandHost; readonly json: boolean },
): Promise<number> {
  const { client, id, run } = submitted;
  host.tell(`Submitted ${run.session}\n`);
  const over = new AbortController();
  const showing = (json ? Promise.resolve(true) : showRun(submitted, host, over.signal)).catch((error: unknown) => {
    host.tell(`note: The run cannot be shown while it works: ${messageOf(error)}\n`);
    return false;
  });
  let isShown = false;
  let end: RoundEnd;
  try {
    end = await client.result(id, { tell: (problem) => host.tell(`note: ${problem} It is asked again.\n`) });
  } finally {
    const late = setTimeout(() => over.abort(), LAST_MS);
    isShown = await showing;
    clearTimeout(late);
  }
  if (json) host.json({ run: run.session, ...end });
  else if (!isShown) showWithoutEvents(end, host);
  if (end.files !== undefined && !json) host.tell(`Files: git fetch ${end.files.remote} ${end.files.ref}\n`);
  return exitCodeOf(end.outcome);
}

/** The time in which the last events of a run that has ended are shown. */
const LAST_MS = 10_000;

/** Shows the end of a run that failed before it had events. */
function showWithoutEvents({ text, error }: RoundEnd, host: CommandHost): void {
  if (text !== '') host.out(`${text}\n`);
  if (error !== undefined) host.tell(`${error.message}\n`);
}

/** Shows a run of an engine as a local run is shown. Resolves to true once its result was shown. */
async function showRun({ client, run, structured }: Submitted, host: CommandHost, signal: AbortSignal): Promise<boolean> {
  const view = host.view({ structured });
  const shown = new ShownEvents();
  const told = new Set<string>();
  let hasResult = false;
  for await (const item of runEvents(client, run, signal)) {
    if ('state' in item) tellQuestions(item.state, { view, told });
    else
      for (const event of 'live' in item ? shown.live(item.live) : shown.recorded(item.event)) {
        view.event(event);
        hasResult ||= event.type === 'result';
      }
  }
  return hasResult;
}

/** Tells of each question of the run once. */
function tellQuestions({ run, asks }: ListedRun, { view, told }: { readonly view: EventView; readonly told: Set<string> }): void {
  for (const ask of asks) {
    if (told.has(ask.hash)) continue;
    told.add(ask.hash);
    const event: AgentEvent = { type: 'waiting', message: questionLine(run, ask) };
    view.event(event);
  }
}
