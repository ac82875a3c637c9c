import { existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '@loadout/core';
import type { SessionFolder } from '@loadout/runner';
import type { Recording } from '@loadout/viewer';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { recordingFile } from '../replay/read-recording.js';

interface Place {
  readonly cwd: string;
  readonly sessions: SessionFolder;
  readonly env: Io['env'];
}

/** Opens recordings by their ids or files: all of them, or none. Throws REPLAY_MISSING, VIEW_UNREAD, VIEW_FORMAT. */
export async function openRecordings(given: readonly string[], place: Place): Promise<readonly Recording[]> {
  const opened: Recording[] = [];
  try {
    for (const one of given) opened.push(await openOne(one, place));
    return opened;
  } catch (error) {
    for (const recording of opened) await recording.close();
    throw error;
  }
}

async function openOne(given: string, place: Place): Promise<Recording> {
  const file = recordingFile(given, place) ?? claudeFile(given, place.env);
  if (file === undefined) throw errors.REPLAY_MISSING({ given, dir: place.sessions.dir });
  // A pipe would make this command wait, and can be read only once.
  if (!statSync(file).isFile()) throw errors.VIEW_UNREAD({ file, problem: 'it is not a regular file' });
  const { openFile } = await import('@loadout/viewer');
  try {
    return await openFile(file);
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    throw errors.VIEW_UNREAD({ file, problem: messageOf(cause) }, { cause });
  }
}

/** The file of a session of Claude Code, or of the Agent SDKs' engine, with this id. */
function claudeFile(id: string, env: Io['env']): string | undefined {
  const projects = join(env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), '.claude'), 'projects');
  if (!/^[\w-]{1,64}$/.test(id) || !existsSync(projects)) return undefined;
  const files = readdirSync(projects).map((project) => join(projects, project, `${id}.jsonl`));
  return files.find((file) => existsSync(file));
}
