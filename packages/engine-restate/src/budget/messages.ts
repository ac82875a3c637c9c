import type { Amount, Wanted } from './budget-state.js';
import type { Waiter } from './queue.js';

/** The description of a budget, for people. */
export interface About extends Amount {
  readonly name: string;
  /** The name of the configuration. Absent: the budget counts every configuration. */
  readonly config?: string | undefined;
  readonly agent?: string | undefined;
  readonly user?: string | undefined;
}

/** The changes that one worker sends to a budget at once: first the ends of requests, then the wishes for money. */
export interface Changes {
  readonly now: number;
  readonly about?: About | undefined;
  readonly settles: readonly { readonly id: string; readonly usd: number | null }[];
  readonly wishes: readonly Wanted[];
}

export type Wait = Omit<Waiter, 'awakeable'>;

type Fields = Readonly<Record<string, unknown>>;

/** Reads changes, which may be anything that somebody sent. Returns the problem with what are no changes. */
export function readChanges(sent: unknown): Changes | string {
  const { now, about, settles, wishes } = fieldsOf(sent);
  if (!isTime(now)) return 'now is not a time in milliseconds';
  if (about !== undefined && !isAbout(about)) return 'about describes no budget';
  if (!Array.isArray(settles) || !settles.every(isSettle)) return 'settles has an entry without an id or a cost';
  if (!Array.isArray(wishes) || !wishes.every(isWish)) return 'wishes has an entry without an id, an amount, a run or a round';
  return sent as Changes;
}

/** Reads a wish to wait. Returns the problem with what is none. */
export function readWait(sent: unknown): Wait | string {
  const { usd, of, at } = fieldsOf(sent);
  if (!isMoney(usd) || !isAmount(of) || !isTime(at)) return 'usd, of and at must be an amount of money, a budget and a time';
  return { usd, of, at };
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

/** A negative cost would be a credit. */
const isMoney = (value: unknown): value is number => typeof value === 'number' && value >= 0 && Number.isFinite(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isName = (value: unknown): boolean => value === undefined || isText(value);
/** The last millisecond that a date can have. */
const LAST = 8.64e15;
const isTime = (value: unknown): value is number => isMoney(value) && value <= LAST;

function isAmount(value: unknown): value is Amount {
  const { usd, per } = fieldsOf(value);
  return isMoney(usd) && (per === 'day' || per === 'month');
}

function isAbout(value: unknown): boolean {
  const { name, config, agent, user } = fieldsOf(value);
  return isAmount(value) && isText(name) && [config, agent, user].every(isName);
}

function isSettle(value: unknown): boolean {
  const { id, usd } = fieldsOf(value);
  return isText(id) && (usd === null || isMoney(usd));
}

function isWish(value: unknown): boolean {
  const { id, usd, of, run, round } = fieldsOf(value);
  return isMoney(usd) && isAmount(of) && [id, run, round].every(isText);
}
