import type { ToolOutput } from '@loadout/core';
import type { Ending } from './run/first-end.js';
import type { ShellExit } from './run/running-shell.js';

export interface BashEnd extends ShellExit {
  readonly stdout: string;
  readonly stderr: string;
  readonly ended: Exclude<Ending, 'sent'>;
}

export interface ResultNotes {
  readonly timeoutMs: number;
  readonly meaning: string | undefined;
  readonly before: readonly (string | undefined)[];
  /** The forbidden files that the command created. If there are any, the call fails, whatever the exit code is. */
  readonly made: readonly string[];
  readonly after: readonly (string | undefined)[];
}

/**
 * The text: how it ended when that is not well, then stdout, then stderr. The ending comes first, because long output is cut
 * at its end.
 */
export function resultOf(end: BashEnd, about: ResultNotes): ToolOutput {
  const ending = endingOf(end, about);
  const output = [end.stdout, end.stderr].map(withoutLastLineEnds).filter((text) => text !== '');
  const parts = [
    ending,
    ...about.made,
    ...about.before,
    ...(output.length === 0 ? ['(no output)'] : output),
    end.killedStragglers ? '(Processes that the command left running with its output open were ended.)' : undefined,
    ...about.after,
  ];
  return {
    content: parts.filter((part) => part !== undefined).join('\n'),
    isError: about.made.length > 0 || end.ended !== 'itself' || (end.exitCode !== 0 && about.meaning === undefined),
    structuredContent: {
      stdout: end.stdout,
      stderr: end.stderr,
      interrupted: end.ended !== 'itself',
      exitCode: end.exitCode,
      ...(end.ended === 'timeout' ? { timedOutAfterMs: about.timeoutMs } : {}),
      ...(about.meaning === undefined ? {} : { returnCodeInterpretation: about.meaning }),
    },
  };
}

function endingOf(end: BashEnd, about: ResultNotes): string | undefined {
  if (end.ended === 'timeout')
    return `The command timed out after ${about.timeoutMs} ms and was ended. What it printed until then:`;
  if (end.ended === 'interrupt') return 'The command was interrupted and ended. What it printed until then:';
  if (end.exitCode === 0) return undefined;
  const why = end.killedBy === undefined ? about.meaning : `killed by ${end.killedBy}`;
  return `Exit code ${end.exitCode}${why === undefined ? '' : ` (${why})`}`;
}

/** No pattern: one would look at every line end of ten megabytes. */
function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '\n') end -= 1;
  return text.slice(0, end);
}
