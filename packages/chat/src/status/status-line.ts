import { cost, oneLine } from '@loadout/command';
import type { PermissionMode } from '@loadout/core';
import { cut } from '../text/cut.js';
import type { Line, Span, Style } from '../text/line.js';

/** Contents of the lowest line. Before the configuration is loaded, nothing of it is known. */
export interface Status {
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly mode?: PermissionMode | undefined;
  /** The share of the context window that the next request takes, from 0 to 1. */
  readonly context?: number | undefined;
  /** US dollars of the conversation; `null` if a price is unknown. */
  readonly costUsd?: number | null | undefined;
  readonly branch?: string | undefined;
  /** The line of the person's own command, in place of all else. */
  readonly own?: string | undefined;
  /** The work that is done before a prompt can be sent. */
  readonly starts?: string | undefined;
}

const MODES: Partial<Record<PermissionMode, Style>> = {
  acceptEdits: 'yellow',
  plan: 'cyan',
  bypassPermissions: 'red',
};
/** From here on the context window is nearly full. */
const MUCH = 0.8;

/** The status line: what does not fit is cut at its end, so the most telling comes first. */
export function statusLine(status: Status, columns: number): Line {
  const { model, mode, context, costUsd, branch, agent, starts, own } = status;
  if (own !== undefined) return cut([dim(own)], columns);
  const parts: Span[] = [
    ...(starts === undefined ? [] : [dim(starts)]),
    ...(agent === undefined ? [] : [dim(agent)]),
    ...(model === undefined ? [] : [dim(model)]),
    ...(mode === undefined ? [] : [modeSpan(mode)]),
    ...(context === undefined ? [] : [contextSpan(context)]),
    ...(costUsd === undefined || costUsd === 0 ? [] : [dim(cost(costUsd))]),
    ...(branch === undefined ? [] : [dim(oneLine(branch, 30))]),
  ];
  return cut(
    parts.flatMap((part, index) => (index === 0 ? [part] : [dim(' · '), part])),
    columns,
  );
}

const dim = (text: string): Span => ({ text, styles: ['dim'] });

function modeSpan(mode: PermissionMode): Span {
  const style = MODES[mode];
  return style === undefined ? dim(mode) : { text: mode, styles: [style] };
}

function contextSpan(share: number): Span {
  const text = `${Math.round(100 * share)}% context`;
  return share < MUCH ? dim(text) : { text, styles: ['yellow'] };
}
