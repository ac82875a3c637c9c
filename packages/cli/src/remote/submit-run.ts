import type { Plan } from '@loadout/core';
import type { RoundEnd } from '@loadout/engine-restate';
import { redactor, sessionPlace } from '@loadout/runner';
import { exitCodeOf } from '../exit-code.js';
import type { Io } from '../io.js';
import { engineAddress, loadEnginePackage } from '../load/engine-package.js';
import { printable, printableJson } from '../render/printable.js';
import { fetchLine } from '../render/run-files.js';

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
  /** Resolves with the end of the run. */
  readonly ended: () => Promise<RoundEnd>;
}

/** Submits a prompt to a session of the engine, with the plan of this configuration. */
export async function submitRun(
  { agent, session, workspace: named, ...wish }: EngineWish,
  { plan, io, command }: { readonly plan: Plan; readonly io: Io; readonly command: string },
): Promise<Submitted> {
  sessionPlace({ dir: plan.configDir }, session);
  const { EngineClient, planHash, readWorkspace } = await loadEnginePackage(plan.configDir, command);
  const client = new EngineClient(engineAddress(io.env));
  // The engine stores the prompt.
  const hide = redactor(plan.secrets) ?? ((text: string) => text);
  const workspace = named === undefined ? undefined : readWorkspace(named);
  const prompt = hide(wish.prompt);
  const { id } = await client.submit(agent, { ...wish, workspace, prompt, session, plan: planHash(plan) });
  return { run: session, ended: () => client.result(id) };
}

/** Waits for the end of a run and prints its answer. Resolves to the exit code that the run would have here. */
export async function showEnd(
  { run, ended }: Submitted,
  { io, json }: { readonly io: Io; readonly json: boolean },
): Promise<number> {
  io.tell(`Submitted ${run}\n`);
  const end = await ended();
  if (json) io.out(`${printableJson({ run, ...end }, 2)}\n`);
  else if (end.text !== '') io.out(`${printable(end.text)}\n`);
  if (end.files !== undefined && !json) io.tell(`${printable(fetchLine(end.files))}\n`);
  if (end.error !== undefined && !json) io.tell(`${printable(end.error.message)}\n`);
  return exitCodeOf(end.outcome);
}
