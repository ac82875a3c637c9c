import { type Problem, placeText, printable } from '@loadout/command';
import type { Io } from '../io.js';

/** Prints `file:line:column  error CODE: message` and, on the next line, the fix. */
export function tellProblem({ code, message, fix, position }: Problem, io: Pick<Io, 'tell' | 'paint' | 'cwd'>): void {
  const place = position === undefined ? '' : `${printable(placeText(position, io.cwd))}  `;
  io.tell(`${place}${io.paint('red', `error ${code}`)}: ${printable(message)}\n`);
  if (fix !== undefined) io.tell(`Fix: ${printable(fix)}\n`);
}
