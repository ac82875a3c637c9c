import { attempt } from '../../files/errno.js';
import { holdFolder } from '../../files/held-folder.js';
import { stackAbove } from '../../glob/ignore/ignore-stack.js';
import type { EngineRun } from '../engine.js';
import type { Entry } from '../entry.js';
import type { FileFilter } from './file-filter.js';
import { FileSearch } from './file-search.js';
import { HeldThings } from './held-things.js';
import type { Matcher } from './matcher.js';
import { readPieces } from './read-pieces.js';
import { type FoundEntry, walkFiles } from './walk-files.js';

export interface Prepared {
  readonly matcher: Matcher;
  readonly filter: FileFilter;
}

const MOST_OUTPUT = 16 * 1024 * 1024;

/** The steps of one search. Open resources belong to `held` and not to the steps, because a step may be stopped anywhere. */
export class Work {
  overflowed = false;
  readonly remarks = { unreadable: 0, binary: 0, cut: 0 };
  private readonly held = new HeldThings();
  private isEnough = false;
  private chars = 0;

  constructor(
    private readonly run: EngineRun,
    private readonly prepared: Prepared,
  ) {}

  *steps(): Generator<unknown> {
    for (const found of this.files()) {
      if (found !== undefined) yield* this.searchFile(found);
      else yield;
      if (this.isEnough) return;
    }
  }

  close(): void {
    this.held.close();
  }

  private files(): Iterable<FoundEntry | undefined> {
    const { folder, file } = this.run.place;
    const start = this.held.add(attempt(() => holdFolder(folder), { path: folder, doing: 'search' }));
    if (file !== undefined) return [{ folder: start, name: file, path: file }];
    return walkFiles(start, {
      filter: this.prepared.filter,
      above: stackAbove(folder),
      enter: (parent, name) => this.unlessRefused(() => this.held.add(parent.enter(name))),
      leave: (inner) => this.held.release(inner),
      onUnreadable: () => {
        this.remarks.unreadable += 1;
      },
    });
  }

  private *searchFile({ folder, name, path }: FoundEntry): Generator<unknown> {
    const fd = this.unlessRefused(() => this.held.openFile(folder, name));
    if (fd === undefined) {
      this.remarks.unreadable += 1;
      return;
    }
    const search = new FileSearch({ ...fileWant(this.run, this.prepared.matcher), path, onLine: (entry) => this.give(entry) });
    const isBinary = yield* this.readInto(search, fd);
    this.held.closeFile(fd);
    this.report(search, { path, isBinary });
    yield;
  }

  private *readInto(search: FileSearch, fd: number): Generator<unknown, boolean> {
    const pieces = readPieces(fd, { whole: this.run.input.multiline === true });
    for (;;) {
      const next = pieces.next();
      if (next.done === true) {
        if (next.value.isCut) this.remarks.cut += 1;
        return next.value.isBinary;
      }
      search.push(next.value);
      if (search.isDone) return false;
      yield;
    }
  }

  private report({ matches }: FileSearch, { path, isBinary }: { readonly path: string; readonly isBinary: boolean }): void {
    const { mode } = this.run;
    if (matches === 0) return;
    if (mode === 'content') this.remarks.binary += isBinary ? 1 : 0;
    else if (!isBinary || (mode === 'files_with_matches' && this.run.input.multiline !== true))
      this.give({ path, text: mode === 'count' ? String(matches) : '', mark: ':', afterGap: false });
  }

  private give(entry: Entry): boolean {
    this.chars += entry.path.length + entry.text.length;
    this.overflowed = this.chars > MOST_OUTPUT;
    this.isEnough ||= !this.run.onEntry(entry) || this.overflowed;
    return !this.isEnough;
  }

  /** Opens a file. A file that has been removed or is unreadable does not end the search. */
  private unlessRefused<T>(open: () => T): T | undefined {
    try {
      return open();
    } catch {
      return undefined;
    }
  }
}

function fileWant({ input, mode }: EngineRun, matcher: Matcher) {
  return {
    mode,
    matcher,
    multiline: input.multiline === true,
    onlyMatching: input['-o'] === true,
    before: input['-B'] ?? input['-C'] ?? 0,
    after: input['-A'] ?? input['-C'] ?? 0,
  };
}
