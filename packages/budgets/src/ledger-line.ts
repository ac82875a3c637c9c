import type { Usage } from '@loadout/core/model';

/** A request that is about to leave, written before it leaves, so that a killed process has not hidden its cost. */
export interface AskedLine {
  readonly id: string;
  readonly at: string;
  /** The process that asks. */
  readonly by: { readonly pid: number; readonly started: number; readonly namespace: number };
  readonly session: string;
  /** The names of the agents from the outermost to the one that asks, and the ids of those below the outermost. */
  readonly agents: readonly string[];
  readonly path: readonly string[];
  readonly config: string;
  readonly user: string;
  readonly provider: string;
  readonly model: string;
  readonly purpose: string;
  /** The highest plausible cost; `null` if the price is unknown. */
  readonly worst: number | null;
}

/** The end of a request. `usd` is `null` if the cost is unknown. */
export interface SettledLine {
  /** The `id` of the request. */
  readonly of: string;
  readonly at: string;
  readonly usage?: Usage | undefined;
  readonly usd: number | null;
}

/** A request that has been written to the ledger and has not ended. */
export interface OpenRequest {
  readonly id: string;
  readonly day: string;
}

export type LedgerLine = AskedLine | SettledLine;

/** The beginning of every line, which tells a line from the rest of one that a full disk cut off. */
const START = '{"v":1,';

/**
 * Returns the entry in a line; `undefined` if there is none. A line that a full disk cut off has no end, so the next line may
 * follow it directly.
 */
export function readLine(text: string): LedgerLine | undefined {
  const start = text.lastIndexOf(START);
  if (start === -1) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(start));
    return isLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isLine(value: unknown): value is LedgerLine {
  if (typeof value !== 'object' || value === null || !('at' in value) || typeof value.at !== 'string') return false;
  if ('of' in value) return typeof value.of === 'string' && 'usd' in value && isCost(value.usd);
  return (
    'id' in value &&
    typeof value.id === 'string' &&
    'worst' in value &&
    isCost(value.worst) &&
    ['session', 'config', 'user', 'provider', 'model'].every((key) => typeof Reflect.get(value, key) === 'string') &&
    ['agents', 'path'].every((key) => isTexts(Reflect.get(value, key)))
  );
}

/** Whether a value is a cost. A negative one would be a credit. */
const isCost = (value: unknown): value is number | null => value === null || (typeof value === 'number' && value >= 0);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');
