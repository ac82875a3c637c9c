import { messageOf, type ToolOutput } from '@loadout/core';
import type { ProgramEnd } from '@loadout/tool-shell/program';
import type { Declaration } from '../check/declaration.js';

interface About {
  readonly declaration: Declaration;
  readonly timeoutMs: number;
}

const MOST_ERROR_CHARS = 4096;

/** The result of a program: what it printed, as the declaration reads it. Standard error is shown of a failure only. */
export function resultOf(end: ProgramEnd, { declaration, timeoutMs }: About): ToolOutput {
  const meaning = meaningOf(end, declaration);
  const ending = endingOf(end, { meaning, timeoutMs });
  if (meaning === 'error')
    return { content: textOf(end, [ending, withoutLastLineEnds(end.stdout), errorsOf(end)]), isError: true };
  const read = outputOf(end, declaration);
  if ('problem' in read)
    return { content: textOf(end, [ending, read.problem, withoutLastLineEnds(end.stdout), errorsOf(end)]), isError: true };
  return {
    content: textOf(end, [ending, withoutLastLineEnds(end.stdout) || '(no output)']),
    isError: false,
    ...('value' in read ? { structuredContent: read.value } : {}),
  };
}

const textOf = (end: ProgramEnd, parts: readonly (string | undefined)[]): string => {
  const [first, ...rest] = parts;
  const notes = [...end.notices, ...end.leftOut.map((one) => `(${one})`)];
  return [first, ...notes, ...rest].filter((part) => part !== undefined && part !== '').join('\n');
};

/** `ok`, `error`, or a text of the declaration. */
function meaningOf({ ended, killedBy, exitCode, isForbidden }: ProgramEnd, { exit = {} }: Declaration): string {
  if (ended !== 'itself' || killedBy !== undefined || isForbidden) return 'error';
  const key = Object.hasOwn(exit, String(exitCode)) ? String(exitCode) : '*';
  if (Object.hasOwn(exit, key)) return exit[key] ?? 'error';
  return exitCode === 0 ? 'ok' : 'error';
}

function endingOf(end: ProgramEnd, { meaning, timeoutMs }: { meaning: string; timeoutMs: number }): string | undefined {
  if (end.ended === 'timeout') return `It timed out after ${timeoutMs} ms and was ended. What it printed until then:`;
  if (end.ended === 'interrupt') return 'It was interrupted and ended. What it printed until then:';
  if (end.killedBy !== undefined) return `Exit code ${end.exitCode} (killed by ${end.killedBy})`;
  if (meaning === 'error') return `Exit code ${end.exitCode}`;
  return meaning === 'ok' ? undefined : `Exit code ${end.exitCode} (${meaning})`;
}

function errorsOf({ stderr }: ProgramEnd): string | undefined {
  const text = withoutLastLineEnds(stderr);
  if (text === '') return undefined;
  const cut = text.length > MOST_ERROR_CHARS ? `… ${text.slice(-MOST_ERROR_CHARS)}` : text;
  return `Standard error:\n${cut}`;
}

type Read = { readonly problem: string } | { readonly value: unknown } | Record<never, never>;

function outputOf({ whole, stdout }: ProgramEnd, { output }: Declaration): Read {
  if (output === 'lines')
    return {
      value: {
        lines: withoutLastLineEnds(stdout)
          .split('\n')
          .filter((line) => line !== ''),
      },
    };
  if (output !== 'json') return {};
  if (whole === undefined) return { problem: 'It printed more than can be read as JSON.' };
  try {
    return { value: JSON.parse(whole) as unknown };
  } catch (error) {
    return { problem: `It did not print one JSON value: ${messageOf(error)}` };
  }
}

function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '\n') end -= 1;
  return text.slice(0, end);
}
