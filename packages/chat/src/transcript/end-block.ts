import { cost, duration, outcomeWord, plural } from '@loadout/command';
import type { RunResult } from '@loadout/runner';
import type { Block } from '../text/line.js';
import { saidBlock, stacked } from '../text/said.js';

/** The end of a prompt: what became of it, its calls and its time, and the cost of the conversation so far. */
export function endBlock({ outcome, turns, calls, denials, costUsd, durationMs }: RunResult): Block {
  const parts = [
    outcomeWord(outcome),
    ...(turns === 0 ? [] : [plural(turns, 'turn')]),
    ...(calls.length === 0 ? [] : [plural(calls.length, 'call')]),
    ...(denials.length === 0 ? [] : [`${denials.length} denied`]),
    duration(durationMs),
    ...(costUsd === 0 ? [] : [`${cost(costUsd)}${costUsd === null ? '' : ' so far'}`]),
  ];
  const line = saidBlock(parts.join(' · '), outcome === 'success' ? 'dim' : 'yellow');
  return stacked(line, () => [[]]);
}

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly fix?: string | undefined;
}

/** A problem, and what to do about it. */
export const problemBlock = ({ code, message, fix }: Problem): Block =>
  stacked(saidBlock(`error ${code}: ${message}`, 'red'), ...(fix === undefined ? [] : [saidBlock(`Fix: ${fix}`)]));
