import { ruleText } from '@loadout/core/run';
import { coveredPrefix } from '@loadout/shell-rules/advice';
import { type Candidate, ENOUGH } from './candidate.js';
import type { ExactRule } from './exact-rules.js';
import { familyRule } from './family-rule.js';

/**
 * Subcommands, and programs, whose further words only choose what is looked at, checked, tested or built. An option that makes one of
 * them do something else is not covered by a rule: the analysis of commands asks about it.
 */
const SAME_JOB = new Set(
  [
    ['test', 't', 'tst', 'build', 'b', 'check', 'c', 'lint', 'fmt', 'vet', 'clippy', 'bench', 'doc', 'tsc', 'typecheck'],
    ['status', 'diff', 'log', 'show', 'blame', 'grep', 'ls-files', 'describe', 'shortlog', 'rev-parse'],
    [
      'ls',
      'list',
      'view',
      'info',
      'outdated',
      'why',
      'explain',
      'search',
      'tree',
      'ps',
      'images',
      'inspect',
      'logs',
      'top',
      'get',
    ],
    ['pytest', 'eslint', 'prettier', 'jest', 'mocha', 'vitest', 'mypy', 'rspec', 'phpunit'],
  ].flat(),
);

/** Proposes a rule for a subcommand of which several commands were approved. */
export async function commandRules(exact: readonly ExactRule[]): Promise<readonly Candidate[]> {
  const groups = new Map<string, { readonly tool: string; readonly prefix: string; readonly ones: ExactRule[] }>();
  for (const one of exact) {
    const prefix = prefixOf(one);
    if (prefix === undefined) continue;
    const { tool } = one.rule;
    const key = JSON.stringify([tool, prefix]);
    const group = groups.get(key) ?? { tool, prefix, ones: [] };
    group.ones.push(one);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ tool, prefix, ones }): readonly Candidate[] => {
    if (ones.length < ENOUGH) return [];
    const covers = ones.map((one) => ruleText(one.rule));
    return [{ ...familyRule(tool, `${prefix}:*`), width: 'command', covers, example: `run ${prefix} something-else` }];
  });
}

/** A word without a character that has another meaning for a rule or a shell. */
const WORD = /^[\w./@+:=,%-]+$/;

/** The words of a command up to its subcommand. `undefined` for a command that is not a list of ordinary words. */
function prefixOf({ part }: ExactRule): string | undefined {
  if (part?.kind !== 'run' || part.words === undefined || part.unclear !== undefined || part.fed === true) return undefined;
  const words = part.words.filter((word) => word !== null);
  const prefix = words.length === part.words.length ? coveredPrefix(words) : undefined;
  const last = prefix?.at(-1) ?? '';
  return SAME_JOB.has(last) && words.every((word) => WORD.test(word)) ? prefix?.join(' ') : undefined;
}
