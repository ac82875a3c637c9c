import { join } from 'node:path';
import { isLoadoutError, messageOf } from '@loadout/core';
import { redactor } from '@loadout/runner';
import { sessionPlace } from '@loadout/sessions';
import type { ObjectContext } from '@restatedev/restate-sdk';
import type { Endpoint } from '../engine/request.js';
import { errors } from '../errors.js';
import { shortHash } from '../plan-hash.js';
import { readEntries } from '../record/read-session.js';
import { childRecords, type SessionLog } from '../record/session-log.js';
import { ArtifactPaths } from '../results/artifact-paths.js';
import { isHere, type KeptResult, partName, writeResult } from '../results/long-result.js';
import { GitWorkspace } from '../workspace/git-workspace.js';
import { checkWorkspace, type WorkspaceWish } from '../workspace/workspace.js';
import { admit } from './admit.js';
import type { Recorded } from './conducted.js';
import { LiveRound, type RoundParts } from './live-round.js';
import type { Round } from './round.js';
import { RoundInWorkspace } from './round-in-workspace.js';
import { RoundWithResults } from './round-with-results.js';

/** Starts the run in this worker, or refuses it. Everything before is read from the engine. */
export async function startRound(ctx: ObjectContext, recorded: Recorded): Promise<Round> {
  const { restate, worker, agent, log, begun, request, approvals } = recorded;
  const session = sessionOf(ctx, recorded);
  const wish = log.workspace ?? request.workspace;
  const folder = folderIn(recorded);
  const release = admit(ctx, { restate, worker, request, folder: wish === undefined ? folder : undefined });
  const isAsked = log.own.records.slice(begun).some(({ t }) => t === 'asked');
  const paths = pathsOf(recorded, session);
  const parts = {
    worker,
    paths,
    agent,
    session,
    approvals,
    records: log.own.records,
    children: childRecords(log),
    prompt: isAsked ? undefined : request.prompt,
    label: request.label,
    release,
  };
  const { attemptCompletedSignal: over } = ctx.request();
  let round: Round;
  try {
    if (await worker.isChanged()) throw errors.ENGINE_CODE_CHANGED({ session, plan: shortHash(worker.hash) });
    await restoreResults({ log, paths, admin: worker.engine.admin, agent, run: session });
    round = wish === undefined ? roundOf(parts, recorded) : await startInWorkspace(parts, { recorded, wish, folder, over });
  } catch (error) {
    release();
    if (!isLoadoutError(error)) throw error;
    // The run waits for a worker that has its code and can have its files. Nothing of it is recorded before, and this worker leaves it to others for a while.
    worker.slots.decline(ctx.request().id);
    throw new restate.PauseError(error.message);
  }
  worker.tell(`${isAsked ? 'Continuing' : 'Starting'} ${agent} ${session}`);
  if (over.aborted) round.lose();
  else over.addEventListener('abort', () => round.lose(), { once: true });
  return round;
}

/** Returns the id of the session. Whoever reaches the engine can submit any key, and folders have its name. */
function sessionOf({ key }: ObjectContext, { restate, worker }: Recorded): string {
  try {
    return sessionPlace({ dir: worker.dir }, key).id;
  } catch (error) {
    throw new restate.TerminalError(messageOf(error), { errorCode: 400 });
  }
}

interface InWorkspace {
  readonly recorded: Recorded;
  readonly wish: WorkspaceWish;
  readonly folder: string | undefined;
  readonly over: AbortSignal;
}

/** Brings the files of the run here and starts it among them. */
async function startInWorkspace(parts: RoundParts, { recorded, wish, folder, over }: InWorkspace): Promise<Round> {
  const { worker, session } = parts;
  const { log, request } = recorded;
  const { remote, ref } = checkWorkspace(wish);
  const { workspace: other } = request;
  const isOther = other !== undefined && (other.remote !== remote || (log.workspace === undefined && folder !== undefined));
  if (isOther)
    throw errors.ENGINE_WORKSPACE_SESSION({ session, wanted: other.remote, found: log.workspace?.remote ?? folder ?? remote });
  const controller = new AbortController();
  const stop = () => controller.abort();
  over.addEventListener('abort', stop, { once: true });
  const workspace = await GitWorkspace.open({
    ...worker.workspaces,
    session,
    wish: { remote, ref },
    mark: log.workspace,
    folder,
    env: worker.env,
    tag: worker.tag,
    hide: redactor(worker.plan.secrets),
    signal: controller.signal,
  }).finally(() => over.removeEventListener('abort', stop));
  const round = roundOf({ ...parts, folder: workspace.folder }, recorded);
  return new RoundInWorkspace({ round, workspace, controller, session, recorded: log.workspace?.commit, tell: worker.tell });
}

const roundOf = (parts: RoundParts, { log }: Recorded): Round =>
  new RoundWithResults({ round: new LiveRound(parts), paths: parts.paths, kept: log.results });

/** The folder of long results: that of the worker that began the session, and that of this one. */
function pathsOf({ log, worker }: Recorded, session: string): ArtifactPaths {
  const [header] = log.own.records;
  const local = join(worker.dir, session);
  return new ArtifactPaths({ recorded: header?.t === 'session' ? header.artifactDir : local, local });
}

/** The folder on record. Absent: the session has not begun. */
function folderIn({ log }: Recorded): string | undefined {
  const [header] = log.own.records;
  return header?.t === 'session' ? header.cwd : undefined;
}

interface Restoring {
  readonly log: SessionLog;
  readonly paths: ArtifactPaths;
  readonly admin: Endpoint;
  readonly agent: string;
  readonly run: string;
}

/** Writes the long results of earlier workers that this machine does not have, one at a time. Throws ENGINE_UNREACHABLE. */
export async function restoreResults({ log, paths, ...session }: Restoring): Promise<void> {
  for (const kept of log.results)
    if (!isHere(kept.path, paths)) await writeResult(kept, { paths, texts: await textsOf(kept, { log, ...session }) });
  log.parts.clear();
}

/** The parts of the steps that were just replayed, or else those in the state. `undefined` if one is in neither. */
async function textsOf(
  { path, parts }: KeptResult,
  { log, ...session }: Omit<Restoring, 'paths'>,
): Promise<readonly string[] | undefined> {
  const names = Array.from({ length: parts }, (_, at) => partName(path, at + 1));
  const missing = names.filter((name) => !log.parts.has(name));
  const read = missing.length === 0 ? new Map<string, string>() : await readEntries<string>(session, missing);
  const texts = names.flatMap((name) => log.parts.get(name) ?? read.get(name) ?? []);
  return texts.length === parts ? texts : undefined;
}
