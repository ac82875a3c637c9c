import { printable } from '@loadout/command';
import type { PlacedFailure } from '../runs/test-report.js';

export const placeOf = ({ file, line, column }: Pick<PlacedFailure, 'file' | 'line' | 'column'>): string =>
  `${file}:${line}:${column}`;

/** A failure as plain lines: place and sentence, the lines of the file, what was expected beside what happened, the fix. */
export function failureLines(
  failure: PlacedFailure,
  { withFrame = true }: { readonly withFrame?: boolean } = {},
): readonly string[] {
  const { message, detail = [], frame, fix, code, notices = [] } = failure;
  const lines = [
    `${placeOf(failure)}  ${code === undefined ? '' : `${code}: `}${message}`,
    ...(withFrame && frame !== undefined ? frame.split('\n') : []),
    ...detail.map((line) => `  ${line}`),
    ...(fix === undefined ? [] : [`  Fix: ${fix}`]),
    ...notices.map((notice) => `  The run said: ${notice.replaceAll('\n', '\n  ')}`),
  ];
  return lines.flatMap((line) => printable(line).split('\n'));
}

/** All failures of a test as one text. */
export const failuresText = (failures: readonly PlacedFailure[]): string =>
  failures.map((failure) => failureLines(failure).join('\n')).join('\n\n');
