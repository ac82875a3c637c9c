import { isLoadoutError, messageOf, type Position } from '@loadout/core';

interface Told {
  readonly message: string;
  readonly fix?: string | undefined;
  readonly position?: Position | undefined;
}

/** An error as one line, with its fix. The error of a configuration is told as its problems, because programs show nothing else. */
export function tellable(error: unknown): string {
  if (!isLoadoutError(error)) return inOneLine(messageOf(error));
  return 'problems' in error && Array.isArray(error.problems) ? (error.problems as Told[]).map(placed).join(' ') : told(error);
}

const told = ({ message, fix }: Told): string => inOneLine(fix === undefined ? message : `${message} ${fix}`);

const placed = (problem: Told): string => {
  const { file, line, column } = problem.position ?? {};
  return file === undefined ? told(problem) : `${file}:${line}:${column} ${told(problem)}`;
};

const inOneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ');
