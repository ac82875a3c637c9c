import { isLoadoutError } from '@loadout/core';
import type { Io } from './io.js';
import { printable } from './render/printable.js';
import { problemOf, tellProblem } from './render/problem.js';

/** Prints what went wrong: all problems of a configuration, or the one error; a stack only for those who look for bugs. */
export async function tellFailure(error: unknown, io: Io): Promise<void> {
  if (isLoadoutError(error) && 'problems' in error && Array.isArray(error.problems)) {
    const { renderDiagnostics } = await import('@loadout/config');
    io.tell(`${renderDiagnostics(error.problems, { cwd: io.cwd })}\n`);
    tellProblem({ code: error.code, message: error.message, fix: error.fix }, io);
  } else tellProblem(problemOf(error), io);
  if (io.env.LOADOUT_DEBUG === '1' && error instanceof Error) io.tell(`${printable(stackOf(error))}\n`);
}

const stackOf = (error: Error): string =>
  `${error.stack ?? error.message}${error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : ''}`;
