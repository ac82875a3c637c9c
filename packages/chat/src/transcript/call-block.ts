import { relative } from 'node:path';
import { callFacts, callLabel, duration, oneLine, plural } from '@loadout/command';
import type { FileChange } from '@loadout/command/chat';
import { outputText, type SettledCall } from '@loadout/core/run';
import { changedLines } from '../changes/change-block.js';
import { cut } from '../text/cut.js';
import type { Block, Line } from '../text/line.js';
import { cutBlock, linesOf, said, stacked } from '../text/said.js';

/** Why a call was allowed. */
export interface Allowed {
  readonly rule?: string | undefined;
  readonly by?: 'hook' | 'person' | undefined;
}

export interface ShownCall {
  readonly cwd: string;
  readonly allowed?: Allowed | undefined;
  /** The change that the call makes, as it was before it ran. */
  readonly change?: FileChange | undefined;
}

/** The lines of a result that are shown. Ctrl+O shows all. */
const FOLDED = 4;
const FOLDED_CHANGE = 24;

/** A call that has ended: one line about it, its decision, and the beginning of what came back. */
export function callBlock(call: SettledCall, { cwd, allowed, change }: ShownCall): Block {
  const { mark, style, facts, why } = callFacts(call);
  const changed = why !== undefined || change === undefined ? undefined : changedLines(change, { folded: FOLDED_CHANGE });
  const head = cutBlock(
    said(mark, style),
    said(` ${callLabel(call, cwd)}`),
    said(
      `  ${changed === undefined ? facts : `${duration(call.durationMs)}  ${changed.extent}`}`,
      call.outcome === 'done' ? 'dim' : style,
    ),
    // Behind another outcome, the rule would read as its cause.
    said(call.outcome === 'done' ? decisionText(allowed) : '', 'dim'),
  );
  if (why !== undefined) return stacked(head, folded(why, style === 'red' ? ['red'] : ['yellow']));
  return stacked(head, changed?.block ?? folded(outputText(call), ['dim']));
}

/** A path of the working folder is said without it. */
export function shortPath(path: string, cwd: string): string {
  const below = relative(cwd, path);
  return below.startsWith('..') ? path : below;
}

function decisionText({ rule, by }: Allowed = {}): string {
  if (by === 'person') return '  you allowed it';
  if (by === 'hook') return '  a hook allowed it';
  return rule === undefined ? '' : `  by ${oneLine(rule, 60)}`;
}

function folded(text: string, styles: readonly ('dim' | 'red' | 'yellow')[]): Block {
  const lines = text.trim() === '' ? [] : linesOf(text);
  // One line more would take the same room as the words about it.
  const shown = lines.length === FOLDED + 1 ? lines : lines.slice(0, FOLDED);
  const more = lines.length - shown.length;
  return (columns) => [
    ...shown.map((line) => cut([said('  │ ', 'dim'), said(line, ...styles)], columns)),
    ...(more > 0 ? [cut(moreLine(more), columns)] : []),
  ];
}

const moreLine = (more: number): Line => [said(`  │ … ${plural(more, 'more line')}, Ctrl+O shows all`, 'dim')];
