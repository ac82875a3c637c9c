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

/** Proposes a rule for a subcommand of which several commands were approved, if its further words do not change its job. */
export const commandRules = (exact: readonly ExactRule[]): readonly Candidate[] =>
  subcommandRules(exact).filter(({ prefix }) => SAME_JOB.has(prefix.at(-1) ?? ''));

interface SubcommandRule extends Candidate {
  readonly prefix: readonly string[];
}

/** Names each subcommand of which several commands are on record, whatever its further words do. */
export function subcommandRules(exact: readonly ExactRule[]): readonly SubcommandRule[] {
  const groups = new Map<string, { readonly tool: string; readonly prefix: readonly string[]; readonly ones: ExactRule[] }>();
  for (const one of exact) {
    const prefix = prefixOf(one);
    if (prefix === undefined) continue;
    const { tool } = one.rule;
    const key = JSON.stringify([tool, prefix]);
    const group = groups.get(key) ?? { tool, prefix, ones: [] };
    group.ones.push(one);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ tool, prefix, ones }): readonly SubcommandRule[] => {
    if (ones.length < ENOUGH) return [];
    const covers = ones.map((one) => ruleText(one.rule));
    const words = prefix.join(' ');
    return [{ ...familyRule(tool, `${words}:*`), prefix, width: 'command', covers, example: `run ${words} something-else` }];
  });
}

/** A word without a character that has another meaning for a rule or a shell. */
const WORD = /^[\w./@+:=,%-]+$/;

/** The words of a command up to its subcommand. `undefined` for a command that is not a list of ordinary words. */
function prefixOf({ part }: ExactRule): readonly string[] | undefined {
  if (part?.kind !== 'run' || part.words === undefined || part.unclear !== undefined || part.fed === true) return undefined;
  const words = part.words.filter((word) => word !== null);
  const prefix = words.length === part.words.length ? coveredPrefix(words) : undefined;
  return words.every((word) => WORD.test(word)) ? prefix : undefined;
}
