import crypto from 'node:crypto';
import { join } from 'node:path';
import { SeenFiles, type ServiceOffer, type SessionScope } from '@loadout/core';
import { regularStats } from './files/regular-file.js';
import { readBytes } from './files/text-file.js';
import { type FileView, keptReadState, ReadState } from './read-state.js';

/** A larger file is remembered by its time and size. */
const MOST_HASHED_BYTES = 10 * 1024 * 1024;

/** Both services of a session look at the same state. */
export function seenServices(): readonly ServiceOffer<unknown>[] {
  const states = new WeakMap<SessionScope, ReadState>();
  const stateOf = (session: SessionScope) => {
    const state = states.get(session) ?? keptReadState(join(session.artifactDir, 'seen-files.jsonl'));
    states.set(session, state);
    return state;
  };
  return [
    { service: ReadState, create: stateOf },
    { service: SeenFiles, create: (session) => seenFiles(stateOf(session)) },
  ];
}

function seenFiles(state: ReadState): SeenFiles {
  return {
    sawWhole(path) {
      const view = orUndefined(() => viewNow(path));
      if (view !== undefined) state.record(path, view);
    },
    forget: (path) => state.forget(path),
    changed: () => state.all().flatMap(([path, view]) => (isChanged(path, { view, state }) ? [path] : [])),
  };
}

function viewNow(path: string): FileView | undefined {
  const stats = regularStats(path);
  if (stats === undefined) return undefined;
  if (stats.size > MOST_HASHED_BYTES) return { mtimeMs: stats.mtimeMs, size: stats.size, extent: 'full' };
  const read = readBytes(path);
  return { mtimeMs: read.stats.mtimeMs, size: read.bytes.length, hash: crypto.hash('sha256', read.bytes), extent: 'full' };
}

/**
 * Tests whether a file changed. Reads the content only if time or size differ. Unchanged content is recorded under its new time.
 */
function isChanged(path: string, { view, state }: { readonly view: FileView; readonly state: ReadState }): boolean {
  const stats = orUndefined(() => regularStats(path));
  if (stats === undefined) return true;
  if (stats.mtimeMs === view.mtimeMs && stats.size === view.size) return false;
  if (view.hash === undefined || stats.size !== view.size) return true;
  const now = orUndefined(() => viewNow(path));
  if (now?.hash !== view.hash) return true;
  state.record(path, { ...now, extent: view.extent });
  return false;
}

/** Treats a file that cannot be examined as not seen, or as changed. */
function orUndefined<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
