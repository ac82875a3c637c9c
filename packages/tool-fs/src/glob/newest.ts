import type { FoundFile } from './walk.js';

/** Keeps the newest of many files, and never many more than that in memory. */
export class Newest {
  total = 0;
  private kept: FoundFile[] = [];
  /** The oldest of the files to keep; `undefined` until there are as many as the limit. */
  private last: FoundFile | undefined;

  constructor(private readonly limit: number) {}

  add(file: FoundFile): void {
    this.total += 1;
    if (this.last !== undefined && newestFirst(this.last, file) < 0) return;
    this.kept.push(file);
    if (this.kept.length >= this.limit * 4) this.cut();
  }

  /** Newest first. */
  files(): readonly FoundFile[] {
    this.cut();
    return this.kept;
  }

  private cut(): void {
    this.kept = this.kept.sort(newestFirst).slice(0, this.limit);
    this.last = this.kept[this.limit - 1];
  }
}

/** Files of the same time by path, so that two calls agree. */
const newestFirst = (a: FoundFile, b: FoundFile) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1);
