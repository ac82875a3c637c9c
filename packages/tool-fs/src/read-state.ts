import crypto from 'node:crypto';
import { appendFileSync, readFileSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { defineService, type ToolContext } from '@loadout/core';
import { makeFolder } from '@loadout/node';

/**
 * The part of a file that was seen. `full`: every line. `range`: the requested lines. `partial`: the first page of a file too
 * large to show, which does not count as having read the file.
 */
export type Extent = 'full' | 'range' | 'partial';

/** A file at the time when this session last read or wrote it. `hash` is its fingerprint, absent if not all bytes were read. */
export interface FileView {
  readonly mtimeMs: number;
  readonly size: number;
  readonly hash?: string | undefined;
  readonly extent: Extent;
}

/** The files that this session has seen, by real path. Source: TOOL-READ-10. */
export interface ReadState {
  get(path: string): FileView | undefined;
  /** Keeps the larger extent of two views of the same content. */
  record(path: string, view: FileView): void;
  forget(path: string): void;
  /** Returns all views, the longest unused first. */
  all(): readonly (readonly [path: string, view: FileView])[];
}

export const ReadState = defineService<ReadState>('ReadState');

/** Records the extent of a file that the model has seen. `bytes` are given if they are the whole file. Source: TOOL-READ-10. */
export function remember(
  { context, path, file: { stats } }: SeenFile,
  { extent, bytes }: { readonly extent: Extent; readonly bytes?: Uint8Array | undefined },
): void {
  const { mtimeMs, size } = stats;
  const hash = bytes === undefined ? undefined : crypto.hash('sha256', bytes);
  context.find(ReadState)?.record(path, { mtimeMs, size, hash, extent });
}

interface SeenFile {
  readonly context: Pick<ToolContext, 'find'>;
  readonly path: string;
  readonly file: { readonly stats: Pick<Stats, 'mtimeMs' | 'size'> };
}

/** The number of remembered files. An older file must be read again before it is changed. */
const MOST_FILES = 4096;

export function createReadState(mostFiles = MOST_FILES): ReadState {
  const views = new Map<string, FileView>();
  const put = (path: string, view: FileView) => {
    views.delete(path);
    views.set(path, view);
  };
  return {
    get(path) {
      const view = views.get(path);
      if (view !== undefined) put(path, view);
      return view;
    },
    record(path, view) {
      const before = views.get(path);
      put(path, before !== undefined && sameContent(before, view) ? larger(before, view) : view);
      const [oldest] = views.keys();
      if (views.size > mostFiles && oldest !== undefined) views.delete(oldest);
    },
    forget: (path) => void views.delete(path),
    all: () => [...views],
  };
}

/**
 * A state that outlives its process, because an interrupted session continues with the conversation, in which the files were read.
 * Each change is a line of a file beside the session. If the file cannot be written, the state lasts as long as the process.
 */
export function keptReadState(file: string): ReadState {
  const state = createReadState();
  for (const { path, view } of keptLines(file)) {
    if (view === undefined) state.forget(path);
    else state.record(path, view);
  }
  return {
    ...state,
    record(path, view) {
      const before = state.get(path);
      state.record(path, view);
      const now = state.get(path);
      if (now !== undefined && !isSameView(before, now)) keep(file, { path, view: now });
    },
    forget(path) {
      state.forget(path);
      keep(file, { path });
    },
  };
}

interface KeptLine {
  readonly path: string;
  /** Absent: the file was forgotten. */
  readonly view?: FileView | undefined;
}

function keep(file: string, line: KeptLine): void {
  try {
    makeFolder(dirname(file));
    // A killed process may have left half a line.
    appendFileSync(file, `\n${JSON.stringify(line)}`, { mode: 0o600 });
  } catch {
    // The model reads the file again after a resume.
  }
}

function keptLines(file: string): readonly KeptLine[] {
  try {
    return readFileSync(file, 'utf8').split('\n').flatMap(lineIn);
  } catch {
    return [];
  }
}

function lineIn(text: string): readonly KeptLine[] {
  try {
    const line = JSON.parse(text) as KeptLine;
    return typeof line.path === 'string' ? [line] : [];
  } catch {
    return [];
  }
}

const isSameView = (a: FileView | undefined, b: FileView): boolean =>
  a !== undefined && a.mtimeMs === b.mtimeMs && a.size === b.size && a.hash === b.hash && a.extent === b.extent;

/** Whether a file still has the content of a view, judged by its bytes if they were read, otherwise by time and size. */
export function isUnchanged(
  view: FileView,
  now: { readonly stats: Pick<Stats, 'mtimeMs' | 'size'>; readonly bytes: () => Uint8Array },
): boolean {
  if (view.size !== now.stats.size) return false;
  return view.hash === undefined ? view.mtimeMs === now.stats.mtimeMs : view.hash === crypto.hash('sha256', now.bytes());
}

function sameContent(a: FileView, b: FileView): boolean {
  if (a.size !== b.size) return false;
  return a.hash !== undefined && b.hash !== undefined ? a.hash === b.hash : a.mtimeMs === b.mtimeMs;
}

const RANK: readonly Extent[] = ['partial', 'range', 'full'];

function larger(a: FileView, b: FileView): FileView {
  const extent = RANK.indexOf(a.extent) > RANK.indexOf(b.extent) ? a.extent : b.extent;
  return { ...b, hash: b.hash ?? a.hash, extent };
}
