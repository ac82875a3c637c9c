import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '@loadout/core';
import { ownMark, type ProcessMark } from '@loadout/node';
import { costOf } from '../report/usage.js';
import { countedBy } from './counted.js';
import { dayFile, dayOf } from './ledger-days.js';
import { appendedBehind, appendedTo } from './ledger-file.js';
import type { AskedLine, LedgerLine, LedgerWriter, OpenRequest, SettledLine } from './ledger-line.js';
import { aboutAgent, type Leaving, type Payer, type Reserved } from './payer.js';
import { worstCost } from './worst-cost.js';

/** Days for which the ledger keeps its files: a year and a month, so that a year can be compared with the one before. */
const KEPT_DAYS = 400;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The ledger of all requests to models on this machine: a file per day, to which any number of processes append whole lines. A
 * line is in the kernel when its write returns, so a killed process loses none. No write is synced.
 */
export class Ledger implements LedgerWriter {
  readonly dir: string;
  problem: string | undefined;
  readonly #prefix = randomBytes(6).toString('hex');
  #count = 0;
  #mark: ProcessMark | undefined;
  #isTorn = false;
  /** The file of the last line. */
  #file: { readonly day: string; readonly path: string } | undefined;

  constructor(dir: string) {
    this.dir = dir;
  }

  ask(entry: Omit<AskedLine, 'id' | 'at' | 'by'>, now: number): OpenRequest | undefined {
    this.#count += 1;
    this.#mark ??= ownMark();
    const id = `${this.#prefix}-${this.#count}`;
    const at = new Date(now).toISOString();
    const day = at.slice(0, 10);
    const isWritten = this.#append(day, { id, at, by: this.#mark, ...entry }, appendedTo);
    return isWritten ? { id, day } : undefined;
  }

  settle({ id, day }: OpenRequest, { now, ...end }: Omit<SettledLine, 'of' | 'at'> & { readonly now: number }): void {
    this.#append(day, { of: id, at: new Date(now).toISOString(), ...end }, appendedBehind);
  }

  #append(day: string, line: LedgerLine, appended: typeof appendedTo): boolean {
    try {
      const { path } = this.#file?.day === day ? this.#file : this.#beginDay(day);
      const bytes = Buffer.from(`${this.#isTorn ? '\n' : ''}${JSON.stringify({ v: 1, ...line })}\n`);
      this.#isTorn = appended(path, bytes) < bytes.length;
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
    mkdirSync(this.dir, { recursive: true, mode: 0o700 });
    const oldest = dayOf(Date.parse(day) - KEPT_DAYS * DAY_MS);
    for (const name of readdirSync(this.dir))
      if (/^\d{4}-\d\d-\d\d\.jsonl$/.test(name) && name.slice(0, 10) < oldest) rmSync(join(this.dir, name), { force: true });
    return this.#file;
  }
}

/** Writes a request that nothing limits. */
export function noted(payer: Payer, leaving: Leaving): Reserved {
  const { plan, request } = leaving;
  const { ledger } = payer.spec.accounts;
  const isPriced = plan.price !== undefined && ledger !== undefined;
  const worst = isPriced ? worstCost(request, { plan, counted: countedBy(payer, leaving) }) : undefined;
  const usd = worst === undefined ? null : worst.inputUsd + worst.output * worst.usdPerOutputToken;
  const open = written(payer, leaving, { worst: usd, now: Date.now() });
  return {
    request,
    settle: (answer) => {
      if (open === undefined) return;
      const cost = answer === undefined ? 0 : costOf(answer.usage, plan.price);
      ledger?.settle(open, { now: Date.now(), usage: answer?.usage, usd: cost });
    },
  };
}

/** Writes the request to the ledger. A ledger that cannot be written ends no run; a person is told once. */
export function written(
  payer: Payer,
  { purpose, plan }: Leaving,
  { worst, now }: { readonly worst: number | null; readonly now: number },
): OpenRequest | undefined {
  const { accounts } = payer.spec;
  const { ledger } = accounts;
  if (ledger === undefined) return undefined;
  payer.purse.about ??= aboutAgent(payer);
  const { provider, id: model } = plan;
  const open = ledger.ask({ ...payer.purse.about, provider, model, purpose, worst }, now);
  if (open !== undefined) return open;
  const message = accounts.once(`The ledger in ${ledger.dir} is not kept: it cannot be written (${ledger.problem}).`);
  if (message !== undefined) payer.emit({ type: 'notice', message });
  return undefined;
}
