import { asCalled, fixesAsCalled, hanging, oneLine, type Problem, placeText, problemOf } from '@loadout/command';
import { isLoadoutError } from '@loadout/core';
import type { Io } from '../io.js';

/** Prints the failure: all problems of a configuration, or the single error. Prints a stack only if the user asks for it. */
export async function tellFailure(error: unknown, io: Io): Promise<void> {
  if (isLoadoutError(error) && 'problems' in error && Array.isArray(error.problems)) {
    const { renderDiagnostics } = await import('@loadout/config');
    io.tell(`${renderDiagnostics(fixesAsCalled(error.problems, io.env), { cwd: io.cwd })}\n`);
    tellProblem({ code: error.code, message: error.message, fix: error.fix }, io);
  } else tellProblem(problemOf(error), io);
  if (io.env.LOADOUT_DEBUG === '1' && error instanceof Error) io.tell(`${stackOf(error)}\n`);
}

const stackOf = (error: Error): string =>
  `${error.stack ?? error.message}${error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : ''}`;

/** Prints `file:line:column  error CODE: message` and, on the next line, the fix. */
export function tellProblem(
  { code, message, fix, position }: Problem,
  io: Pick<Io, 'tell' | 'screen' | 'paint' | 'cwd' | 'env' | 'redact'>,
): void {
  const place = position === undefined ? '' : `${oneLine(placeText(position, io.cwd), 400)}  `;
  io.screen.tell(`${place}${io.paint('red', `error ${code}`)}: ${hanging(io.redact?.(message) ?? message)}\n`);
  if (fix !== undefined) io.tell(`Fix: ${asCalled(fix, io.env)}\n`);
}
