import type { Access, ToolContext, ToolOutput } from '@loadout/core';
import { type AccessPlace, type Analysis, accessesOf, analyse, createMadeFolders, filledFrom } from '@loadout/shell-rules';
import { mayGoOnWriting } from './background/may-go-on.js';
import { callBash } from './bash-call.js';
import type { BashInput, BashParts } from './bash-parts.js';
import { childEnv } from './run/child-env.js';

/** The calls of one Bash tool. The module is loaded with the parser and the tables of programs, at the first call. */
export interface BashCalls {
  analysisOf(command: string): Analysis;
  accessesOf(input: BashInput, context: ToolContext): readonly Access[];
  call(input: BashInput, context: ToolContext): Promise<ToolOutput>;
}

export function createBashCalls(parts: BashParts): BashCalls {
  const made = createMadeFolders();
  // Each call is analysed several times: for its flags, for the rules, for its result.
  let last: { readonly command: string; readonly analysis: Analysis } | undefined;
  const analysisOf = (command: string): Analysis => {
    if (last?.command !== command) last = { command, analysis: analyse(command) };
    return last.analysis;
  };
  const placeOf = ({ command }: BashInput, context: ToolContext): AccessPlace => ({
    analysis: analysisOf(command),
    cwd: context.cwd,
    home: parts.env.HOME ?? context.env.HOME,
    roots: context.roots,
    made: made(context.artifactDir),
    mayRead: context.mayRead,
    env: childEnv(context.env, { env: parts.env, tag: [] }),
  });
  return {
    analysisOf,
    accessesOf(input, context) {
      const goesOn = parts.backgroundOnTimeout && mayGoOnWriting(analysisOf(input.command));
      return accessesOf(input.command, { ...placeOf(input, context), later: input.run_in_background === true || goesOn });
    },
    call(input, context) {
      const analysis = analysisOf(input.command);
      if (analysis.files.some(({ fills, makes }) => fills === 'tree' || makes === true))
        made(context.artifactDir).add(filledFrom(input.command, placeOf(input, context)));
      return callBash(input, { parts, context, analysis });
    },
  };
}
