import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '@loadout/core';
import { ownMark, type ProcessMark } from '@loadout/node';
import { type AskedLine, type LedgerLine, type SettledLine, writtenLine } from './ledger-line.js';

/** Days for which the ledger keeps its files: a year and a month, so that a year can be compared with the one before. */
const KEPT_DAYS = 400;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the day of a time in UTC, as `2026-11-23`. Days do not depend on the time zone of a process. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const dayFile = (dir: string, day: string): string => join(dir, `${day}.jsonl`);

/** A request that has been written to the ledger and has not ended. */
export interface OpenRequest {
  readonly id: string;
  readonly day: string;
}

/**
 * The ledger of all requests to models on this machine: a file per day, to which any number of processes append whole lines. A
 * line is in the kernel when its write returns, so a killed process loses none. No write is synced.
 */
export class Ledger {
  readonly dir: string;
  /** The reason that the ledger cannot be written, after the last write. */
  problem: string | undefined;
  readonly #prefix = randomBytes(6).toString('hex');
  #count = 0;
  #mark: ProcessMark | undefined;
  #isTorn = false;
  /** The day whose file exists. */
  #day: string | undefined;

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Writes that a request is about to leave. Returns `undefined` if the ledger cannot be written. */
  ask(entry: Omit<AskedLine, 'id' | 'at' | 'by'>, now: number): OpenRequest | undefined {
    this.#count += 1;
    this.#mark ??= ownMark();
    const id = `${this.#prefix}-${this.#count}`;
    const day = dayOf(now);
    const isWritten = this.#append(day, { id, at: new Date(now).toISOString(), by: this.#mark, ...entry });
    return isWritten ? { id, day } : undefined;
  }

  /** Writes the end of a request, on the day on which it began. */
  settle({ id, day }: OpenRequest, { now, ...end }: Omit<SettledLine, 'of' | 'at'> & { readonly now: number }): void {
    this.#append(day, { of: id, at: new Date(now).toISOString(), ...end });
  }

  #append(day: string, line: LedgerLine): boolean {
    try {
      if (this.#day !== day) this.#beginDay(day);
      const bytes = Buffer.from(`${this.#isTorn ? '\n' : ''}${writtenLine(line)}`);
      this.#isTorn = appended(dayFile(this.dir, day), bytes) < bytes.length;
      this.problem = this.#isTorn ? 'the disk is full' : undefined;
    } catch (error) {
      this.#day = undefined;
      this.problem = messageOf(error);
    }
    return this.problem === undefined;
  }

  /** Makes the folder, and removes the files that are older than a ledger keeps. */
  #beginDay(day: string): void {
    this.#day = day;
    if (existsSync(dayFile(this.dir, day))) return;
    mkdirSync(this.dir, { recursive: true, mode: 0o700 });
    const oldest = dayOf(Date.parse(day) - KEPT_DAYS * DAY_MS);
    for (const name of readdirSync(this.dir))
      if (/^\d{4}-\d\d-\d\d\.jsonl$/.test(name) && name.slice(0, 10) < oldest) rmSync(join(this.dir, name), { force: true });
  }
}

/** Appends with one write, which no write of another process interrupts. Returns the number of bytes that the disk took. */
function appended(path: string, bytes: Buffer): number {
  const descriptor = openSync(path, 'a', 0o600);
  try {
    return writeSync(descriptor, bytes);
  } finally {
    closeSync(descriptor);
  }
}
