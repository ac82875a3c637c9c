import { realpathSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defined, temporaryFolder } from '@loadout/node';
import type { SessionChoice } from '@loadout/runner';
import type { FileStore, SessionStore } from '@loadout/sessions';
import { errors } from '../errors.js';
import { INTERRUPTED, INTERRUPTED_IN_TOOLS } from '../frames/framer.js';
import type { Env } from '../models.js';
import type { Options } from '../types/options.js';

/** The store of a query's session, and the choice of the session. */
export interface QuerySessions {
  readonly store: SessionStore;
  readonly choice: SessionChoice;
  /** Resolves when the program's own store has received every entry. Contract: never rejects. */
  readonly flush: () => Promise<void>;
  /** Removes the data that was kept only for the duration of the query. */
  readonly dispose: () => void;
}

/** Returns the working folder, with links followed. Throws SDK_OPTIONS_INVALID. */
function folderOf({ cwd = process.cwd() }: Options): string {
  const folder = resolve(cwd);
  try {
    if (statSync(folder).isDirectory()) return realpathSync.native(folder);
  } catch {
    // No folder can be read there.
  }
  throw errors.SDK_OPTIONS_INVALID({ problem: `cwd names ${folder}, which is not a folder`, fix: 'Name a folder that exists.' });
}

/**
 * Opens the store. `failed` receives the entries that the program's own store refused. Throws the error of that store when it is
 * asked for a session.
 */
export async function sessionsOf(
  options: Options,
  { env, failed }: { readonly env: Env; readonly failed: (error: unknown) => void },
): Promise<QuerySessions> {
  const wanted = choiceOf(options);
  const cwd = folderOf(options);
  if (options.persistSession === false) return inMemory(wanted);
  const place = {
    cwd,
    env,
    isMirrored: options.sessionStore !== undefined,
  };
  const { files, choice } = await filesOf(wanted, place);
  const { sessionStore: own } = options;
  if (own === undefined) {
    const existing = continued(choice, files);
    return { store: files, choice: await exact(files, existing, options), flush: async () => {}, dispose: () => {} };
  }
  const { hydrate } = await import('../sessions/hydrate.js');
  const { mirrored } = await import('../sessions/mirrored.js');
  if (choice.resume !== undefined && choice.resume !== 'latest') await hydrate(files, own, { sessionId: choice.resume });
  const { store, flush } = mirrored(files, own, { onError: failed });
  return { store, choice: await exact(files, continued(choice, files), options), flush, dispose: () => {} };
}

/** Begins a new session if the program continues the newest one of a folder that has none (W17). */
const continued = ({ resume, ...choice }: SessionChoice, store: SessionStore): SessionChoice =>
  resume === 'latest' && store.list().length === 0 ? fresh(choice) : { ...choice, resume };

const fresh = ({ id }: SessionChoice): SessionChoice => (id === undefined ? {} : { id });

/** The files of the workspace, with the session that the program names, wherever it began (W24). */
async function filesOf(choice: SessionChoice, { cwd, env, isMirrored }: { cwd: string; env: Env; isMirrored: boolean }) {
  const { claudeSessions } = await import('../sessions/claude-store.js');
  const { folderOfSession, isSessionId } = await import('../sessions/session-elsewhere.js');
  const files = claudeSessions({ cwd, env });
  const { resume = 'latest' } = choice;
  if (resume !== 'latest' && !isMirrored && !isSessionId(resume)) return { files, choice: await byTitle(choice, { cwd, env }) };
  // A program's own store gives the session to this workspace.
  if (resume === 'latest' || isMirrored || !isSessionId(resume) || files.has(files.place(resume))) return { files, choice };
  const dir = folderOfSession(resume, env);
  if (dir === undefined) return { files, choice };
  return { files: claudeSessions({ cwd, env, elsewhere: { id: resume, dir } }), choice: { ...choice, cwd } };
}

/** A program may name the session by its title. A text that is no title stays, and is reported as an unknown session. */
async function byTitle(choice: SessionChoice, place: { readonly cwd: string; readonly env: Env }): Promise<SessionChoice> {
  const { sessionOfTitle } = await import('../sessions/session-of-title.js');
  const id = await sessionOfTitle(choice.resume ?? '', place);
  return id === undefined ? choice : { ...choice, resume: id };
}

async function inMemory(choice: SessionChoice): Promise<QuerySessions> {
  const { MemoryStore } = await import('@loadout/sessions');
  const dir = temporaryFolder('session');
  const store = new MemoryStore({ dir });
  return {
    store,
    choice: continued(choice, store),
    flush: async () => {},
    dispose: () => rmSync(dir, { recursive: true, force: true }),
  };
}

function choiceOf(options: Options): SessionChoice {
  const resume = options.resume ?? (options.continue === true ? 'latest' : undefined);
  return {
    resume,
    ...(resume === undefined ? {} : { fork: options.forkSession === true, resumeAt: options.resumeSessionAt }),
    ...defined({ id: options.sessionId }),
  };
}

/** Resolves the message of the choice. A program names a message by any of its blocks, the runner by the first. */
async function exact(files: FileStore, choice: SessionChoice, { resumeDropsTurn }: Options): Promise<SessionChoice> {
  const { resume, resumeAt } = choice;
  if (resume === undefined || resumeAt === undefined) return choice;
  const place = resume === 'latest' ? files.list()[0] : files.place(resume);
  if (place === undefined || !files.has(place)) return choice;
  const { messageUuid } = await import('../sessions/block-uuid.js');
  const records = files.read(place);
  const from = messageUuid(records, resumeAt) ?? resumeAt;
  if (resumeDropsTurn !== undefined) {
    const { checkDroppedTurn } = await import('../sessions/check-dropped-turn.js');
    const marks = [INTERRUPTED, INTERRUPTED_IN_TOOLS];
    checkDroppedTurn(records, { from, prompt: messageUuid(records, resumeDropsTurn) ?? resumeDropsTurn, marks });
  }
  return { ...choice, resumeAt: from };
}
