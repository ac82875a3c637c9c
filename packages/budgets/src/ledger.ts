import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '@loadout/core';
import { makeFolder, ownMark, type ProcessMark } from '@loadout/node';
import { dayFile, dayOf } from './ledger-days.js';
import { LedgerFile, type Place } from './ledger-file.js';
import type { AskedLine, LedgerLine, OpenRequest, SettledLine } from './ledger-line.js';

/** Days for which the ledger keeps its files: a year and a month, so that a year can be compared with the one before. */
const KEPT_DAYS = 400;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The ledger of all requests to models on this machine: a file per day, to which any number of processes append whole lines. A
 * line is in the kernel when its write returns, so a killed process loses none. No write is synced.
 */
export class Ledger {
  readonly dir: string;
  /** The reason that the ledger cannot be written, after the last write. */
  problem: string | undefined;
  readonly #open = new LedgerFile();
  readonly #prefix = randomBytes(6).toString('hex');
  #count = 0;
  #mark: ProcessMark | undefined;
  #isTorn = false;
  /** The file of the last line. */
  #file: { readonly day: string; readonly path: string } | undefined;

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Writes that a request is about to leave. Returns `undefined` if the ledger cannot be written. */
  ask(entry: Omit<AskedLine, 'id' | 'at' | 'by'>, now: number): OpenRequest | undefined {
    this.#count += 1;
    this.#mark ??= ownMark();
    const id = `${this.#prefix}-${this.#count}`;
    const at = new Date(now).toISOString();
    const day = at.slice(0, 10);
    const isWritten = this.#append(day, { id, at, by: this.#mark, ...entry }, 'where the path leads');
    return isWritten ? { id, day } : undefined;
  }

  /** Writes the end of a request, on the day on which it began. */
  settle({ id, day }: OpenRequest, { now, ...end }: Omit<SettledLine, 'of' | 'at'> & { readonly now: number }): void {
    this.#append(day, { of: id, at: new Date(now).toISOString(), ...end }, 'behind its request');
  }

  close(): void {
    this.#open.close();
  }

  #append(day: string, line: LedgerLine, place: Place): boolean {
    try {
      const { path } = this.#file?.day === day ? this.#file : this.#beginDay(day);
      const bytes = Buffer.from(`${this.#isTorn ? '\n' : ''}${JSON.stringify({ v: 1, ...line })}\n`);
      this.#isTorn = this.#open.append(path, bytes, place) < bytes.length;
      this.problem = this.#isTorn ? 'the disk is full' : undefined;
    } catch (error) {
      this.#file = undefined;
      this.problem = messageOf(error);
    }
    return this.problem === undefined;
  }

  /** Makes the folder, and removes the files that are older than a ledger keeps. */
  #beginDay(day: string): { readonly path: string } {
    const path = dayFile(this.dir, day);
    this.#file = { day, path };
    if (existsSync(path)) return this.#file;
    makeFolder(this.dir);
    const oldest = dayOf(Date.parse(day) - KEPT_DAYS * DAY_MS);
    for (const name of readdirSync(this.dir))
      if (/^\d{4}-\d\d-\d\d\.jsonl$/.test(name) && name.slice(0, 10) < oldest) rmSync(join(this.dir, name), { force: true });
    return this.#file;
  }
}
