import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '@loadout/core';
import { createWhole, hasEnded, makeFolder, ownMark, type ProcessMark } from '@loadout/node';
import { readLines } from '../../cases/read-lines.js';
import { errors } from '../../errors.js';
import { type EvalHead, type EvalLine, type EvalRun, keyOf } from './eval-run.js';

/** The facts of a file of results beside its runs. */
export interface ReadEval {
  readonly head: EvalHead;
  readonly hasEnd: boolean;
}

/**
 * Reads a file of results, of which one line is in memory. A run that counts is given once for each place, the first one. One that failed
 * at the provider counts for nothing, so another may follow. A last line that was cut off is left out. Throws EVAL_FILE.
 */
export function readEvalFile(file: string, onRun: (run: EvalRun) => void): ReadEval {
  const wrong = (problem: string) => errors.EVAL_FILE({ file, problem });
  const seen = new Set<string>();
  let head: EvalHead | undefined;
  let hasEnd = false;
  let broken: number | undefined;
  for (const { text, number } of linesOf(file, wrong)) {
    if (broken !== undefined) throw wrong(`line ${broken} is not JSON`);
    const line = parsed(text);
    if (line === undefined) broken = number;
    else if (line.type === 'eval' && number === 1) head = line;
    else if (line.type === 'run') once(line, seen, onRun);
    else if (line.type === 'end') hasEnd = true;
  }
  if (head?.version !== 1 || !Array.isArray(head.variants)) throw wrong('its first line is not that of an eval');
  return { head, hasEnd };
}

function once(run: EvalRun, seen: Set<string>, onRun: (run: EvalRun) => void): void {
  const key = keyOf(run);
  if (seen.has(key)) return;
  if (run.state !== 'error') seen.add(key);
  onRun(run);
}

function* linesOf(file: string, wrong: (problem: string) => Error) {
  try {
    yield* readLines(file, (number) => wrong(`line ${number} is too long`));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code !== undefined && !code.includes('EVAL') ? wrong(code) : error;
  }
}

function parsed(text: string): EvalLine | undefined {
  try {
    const value = JSON.parse(text) as EvalLine | null;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A file of results that grows by a line with each finished run. One process has it at a time. */
export class EvalJournal {
  readonly file: string;
  readonly #name: string;
  #failure: Error | undefined;
  readonly #remove = () => rmSync(this.#lock, { force: true });

  /** Throws EVAL_BUSY. */
  constructor(file: string, name: string) {
    this.file = file;
    this.#name = name;
    makeFolder(dirname(file));
    this.#hold();
    process.once('exit', this.#remove);
    if (existsSync(file)) cutBrokenLine(file);
  }

  get #lock(): string {
    return `${this.file}.lock`;
  }

  /** Throws EVAL_NOT_KEPT, also for each line behind one that was written in part. */
  add(line: EvalLine): void {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      appendFileSync(this.file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch (cause) {
      this.#failure = errors.EVAL_NOT_KEPT({ file: this.file, problem: messageOf(cause) }, { cause });
      throw this.#failure;
    }
  }

  close(): void {
    process.off('exit', this.#remove);
    this.#remove();
  }

  #hold(): void {
    const own = JSON.stringify(ownMark());
    for (let tries = 0; tries < 3; tries++) {
      if (createWhole(this.#lock, own)) return;
      const other = markIn(this.#lock);
      if (other !== undefined && hasEnded(other) !== true) throw errors.EVAL_BUSY({ name: this.#name, pid: other.pid });
      rmSync(this.#lock, { force: true });
    }
    throw errors.EVAL_BUSY({ name: this.#name, pid: 0 });
  }
}

/** Whether a process writes a file of results. */
export function isHeld(file: string): boolean {
  const other = markIn(`${file}.lock`);
  return other !== undefined && hasEnded(other) !== true;
}

function markIn(file: string): ProcessMark | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessMark;
  } catch {
    return undefined;
  }
}

/** Removes what a killed process wrote of its last line, so that the next line begins at its own start. */
function cutBrokenLine(file: string): void {
  const fd = openSync(file, 'r+');
  try {
    const chunk = Buffer.alloc(64 * 1024);
    for (let end = fstatSync(fd).size; end > 0; ) {
      const from = Math.max(0, end - chunk.length);
      const read = readSync(fd, chunk, 0, end - from, from);
      const last = chunk.subarray(0, read).lastIndexOf(0x0a);
      if (last >= 0) {
        ftruncateSync(fd, from + last + 1);
        return;
      }
      end = from;
    }
    ftruncateSync(fd, 0);
  } finally {
    closeSync(fd);
  }
}
