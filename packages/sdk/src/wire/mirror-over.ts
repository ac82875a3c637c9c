import { join } from 'node:path';
import { claudeProjects } from '@loadout/command';
import type { SessionStore } from '../types/sessions.js';
import type { EngineProcess } from './engine-process.js';
import type { Wire } from './wire.js';

/** Sends every write to the files of a program's sessions to the program, so that it can store a copy. Source: SESS-05. */
export function mirrorOver(wire: Wire, env: EngineProcess['env']): SessionStore {
  const projects = claudeProjects(env);
  return {
    append: async ({ projectKey, sessionId, subpath }, entries) => {
      const file = subpath === undefined ? sessionId : join(sessionId, subpath);
      const filePath = join(projects, projectKey, `${file}.jsonl`);
      for (const entry of entries) wire.send({ type: 'transcript_mirror', filePath, entries: [entry] });
    },
    // The program has written its stored records into the files before it started the engine.
    load: async () => null,
  };
}
