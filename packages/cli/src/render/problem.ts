import { type Problem, printable, sideBySide } from '@loadout/command';
import type { Io } from '../io.js';
import { placeText } from './decision.js';

/** Prints `file:line:column  error CODE: message` and, on the next line, the fix. */
export function tellProblem(
  problem: Problem,
  io: Pick<Io, 'tell' | 'paint' | 'cwd' | 'isTerminal' | 'columns' | 'redact'>,
): void {
  const { code, message, fix, position } = problem;
  const place = position === undefined ? '' : `${printable(placeText(position, io.cwd))}  `;
  // A secret that is broken into two rows would no longer be found when it is written.
  const redact = io.redact ?? ((text: string) => text);
  const text = redact(printable(redact(message)));
  const lines = sideBySide(text.split('\n'), io.isTerminal ? io.columns : 0);
  io.tell(`${place}${io.paint('red', `error ${code}`)}: ${lines.join('\n')}\n`);
  if (fix !== undefined) io.tell(`Fix: ${printable(fix)}\n`);
}
