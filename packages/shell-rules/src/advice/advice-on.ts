import { type PermissionRule, wildcardsIn } from '@loadout/core/run';
import { coveredBy } from './covered-prefix.js';

/** A rule that has no effect, or a wider effect than it seems to have. */
export type CommandAdvice =
  /** The program runs commands from its arguments or from a file. */
  | { readonly kind: 'broad'; readonly program: string }
  /** The subcommand that a rule for its program alone does not cover. */
  | { readonly kind: 'unchecked'; readonly words: string }
  /** The rule never matches. */
  | { readonly kind: 'never'; readonly problem: string; readonly fix: string };

/** Programs that run commands from their arguments or from a file. */
const RUNNERS = new Set(
  'bash sh dash zsh fish ksh csh python python2 python3 node deno bun tsx ts-node perl ruby php lua awk gawk mawk npx bunx pnpx uvx docker podman sudo doas su ssh parallel watch osascript powershell pwsh busybox'.split(
    ' ',
  ),
);

/** Programs whose own arguments are skipped. Only the command that they run is examined. */
const SEEN_THROUGH = new Set('timeout nice nohup stdbuf env command builtin exec eval xargs'.split(' '));

/** Returns what is to say about a valid rule for commands, such as `Bash(npm test:*)`. `undefined`: nothing (PERM-11). */
export function adviceOn({
  behavior,
  specifier = '',
}: Pick<PermissionRule, 'behavior' | 'specifier'>): CommandAdvice | undefined {
  const isAllowed = behavior === 'allow';
  return (isAllowed ? (broad(specifier) ?? unchecked(specifier)) : undefined) ?? never(specifier, isAllowed);
}

function broad(specifier: string): CommandAdvice | undefined {
  const program = /^(?:\S*\/)?([^\s/]+?)(?::\*| \*)$/.exec(specifier)?.[1];
  return program !== undefined && RUNNERS.has(program) ? { kind: 'broad', program } : undefined;
}

function unchecked(specifier: string): CommandAdvice | undefined {
  const prefix = /^(.+?)(?::\*| \*)$/.exec(specifier)?.[1];
  const [program = '', first, second = '-'] = prefix?.split(' ') ?? [];
  const covered = coveredBy(program);
  if (covered === undefined || covered.includes('') || first === undefined || prefix?.includes('*')) return undefined;
  const isGroup = covered.some((words) => words.startsWith(`${first} `));
  const isCovered = isGroup ? second.startsWith('-') || covered.includes(`${first} ${second}`) : covered.includes(first);
  return isCovered ? undefined : { kind: 'unchecked', words: `${program} ${first}${isGroup ? ` ${second}` : ''}` };
}

function never(specifier: string, isAllowed: boolean): CommandAdvice | undefined {
  if (/&&|\|\||[;|\n]/.test(specifier))
    return { kind: 'never', problem: 'each part of a command is checked separately', fix: 'Write one rule for each part.' };
  if (!isAllowed) return undefined;
  if (wildcardsIn(specifier).idle > 0)
    return {
      kind: 'never',
      problem:
        'in an allow rule, * is a wildcard only at the end, after a colon or a space, and as a part of a word before any option',
      fix: 'Write the words before it, then :*.',
    };
  const program = specifier.split(/[\s:]/, 1)[0] ?? '';
  if (!SEEN_THROUGH.has(program)) return undefined;
  return { kind: 'never', problem: `rules apply to the command that ${program} runs`, fix: 'Allow that command.' };
}
