import { readFileSync } from 'node:fs';
import { beginningOf } from '@loadout/node';
import { errors } from '../errors.js';

/** One run of an eval, as `loadout eval` writes it. A file may come from anybody, so each field is checked. */
export interface EvalCell {
  readonly variant: string;
  readonly repeat: number;
  readonly state: string;
  readonly scores: Readonly<Record<string, unknown>>;
  readonly usd: number | null;
  readonly ms: number;
  readonly text: string;
  readonly why: readonly string[];
  /** The name of the session's file, beside the file of results. */
  readonly session?: string | undefined;
}

export interface EvalResults {
  readonly name: string;
  readonly variants: readonly string[];
  /** The runs by case. */
  readonly cases: ReadonlyMap<string, readonly EvalCell[]>;
}

type Line = Readonly<Record<string, unknown>>;

/** Whether a file begins as results of an eval do. */
export const isEvalFile = (file: string): boolean => beginningOf(file, 64).startsWith('{"type":"eval",');

/** Reads results of an eval. Throws VIEW_UNREAD. */
export function readEval(file: string): EvalResults {
  const lines = readFileSync(file, 'utf8').split('\n');
  const parsed = lines.flatMap((line, index) =>
    line.trim() === '' ? [] : parse(line, { file, isLast: index === lines.length - 1 }),
  );
  const [head = {}] = parsed;
  const cases = new Map<string, EvalCell[]>();
  for (const line of parsed) if (line.type === 'run') place(line, cases);
  return { name: textOf(head.name), variants: listOf(head.variants).map(textOf), cases };
}

function parse(line: string, { file, isLast }: { readonly file: string; readonly isLast: boolean }): readonly Line[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? [value as Line] : [];
  } catch (cause) {
    // A killed process leaves an incomplete line.
    if (isLast) return [];
    throw errors.VIEW_UNREAD({ file, problem: 'a line of it is not JSON' }, { cause });
  }
}

/** A run that counts takes the place of one that failed at the provider. Of several that count, the first stays. */
function place(line: Line, cases: Map<string, EvalCell[]>): void {
  const cell = cellOf(line);
  const cells = cases.get(textOf(line.case)) ?? [];
  cases.set(textOf(line.case), cells);
  const known = cells.findIndex(({ variant, repeat }) => variant === cell.variant && repeat === cell.repeat);
  if (known < 0) cells.push(cell);
  else if (cells[known]?.state === 'error') cells[known] = cell;
}

function cellOf(line: Line): EvalCell {
  const { scores, session } = line;
  return {
    variant: textOf(line.variant),
    repeat: numberOf(line.repeat) ?? 1,
    state: textOf(line.state),
    scores: typeof scores === 'object' && scores !== null ? (scores as Line) : {},
    usd: numberOf(line.usd),
    ms: numberOf(line.ms) ?? 0,
    text: textOf(line.text),
    why: listOf(line.why).map(textOf),
    // No other name is ever written, and no other file is ever opened.
    ...(typeof session === 'string' && /^sessions[/\\][0-9a-f]{16}\.jsonl$/.test(session) ? { session } : {}),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
