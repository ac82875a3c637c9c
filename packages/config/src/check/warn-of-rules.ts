import { basename } from 'node:path';
import { coversRule, type PermissionRule, ruleText, wildcardsIn } from '@loadout/core/run';
import { compileRules } from '../compile/compile-permissions.js';
import { placeOf } from '../document/flatten.js';
import { dotted, type Path } from '../document/node.js';
import { errors } from '../errors.js';
import { COVERED_WORDS } from './covered-words.js';
import type { Lists, RuleContext } from './rule-context.js';

/** Programs that run commands from their arguments or from a file. */
const RUNNERS = new Set(
  'bash sh dash zsh fish ksh csh python python2 python3 node deno bun tsx ts-node perl ruby php lua awk gawk mawk npx bunx pnpx uvx docker podman sudo doas su ssh parallel watch osascript powershell pwsh busybox'.split(
    ' ',
  ),
);

/** Programs whose own arguments are skipped. Only the command that they run is examined. */
const SEEN_THROUGH = new Set('timeout nice nohup stdbuf env command builtin exec eval xargs'.split(' '));

/** Warns about valid rules that have no effect, or a wider effect than they seem to have (PERM-11). */
export function warnOfRules(permissions: Lists | undefined, base: Path, context: RuleContext): void {
  const rules = (['deny', 'ask', 'allow'] as const).flatMap((behavior) =>
    (permissions?.[behavior] ?? []).flatMap((entry, index) => {
      const path = [...base, behavior, index];
      const [rule] = compileRules({ [behavior]: [entry] }, { flat: context.flat, base: [], layer: 'project' });
      return rule === undefined || context.failed.has(dotted(path)) ? [] : [{ rule, path }];
    }),
  );
  for (const [index, { rule, path }] of rules.entries()) {
    const problem = broad(rule) ?? unchecked(rule) ?? never(rule) ?? shadowed(rule, rules.slice(0, index), context);
    if (problem !== undefined) context.report.warn(problem, { path, place: placeOf(context.flat, path) });
  }
}

const isCommand = (rule: PermissionRule) => /^bash$/i.test(rule.tool) && rule.specifier !== undefined;

function broad(rule: PermissionRule) {
  if (rule.behavior !== 'allow' || !isCommand(rule)) return undefined;
  const program = /^(?:\S*\/)?([^\s/]+?)(?::\*| \*)$/.exec(rule.specifier ?? '')?.[1];
  return program !== undefined && RUNNERS.has(program) ? errors.CONFIG_RULE_BROAD({ text: ruleText(rule), program }) : undefined;
}

/** Warns about a prefix rule that names a subcommand which a rule for its program alone does not cover. */
function unchecked(rule: PermissionRule) {
  const prefix = rule.behavior === 'allow' && isCommand(rule) ? /^(.+?)(?::\*| \*)$/.exec(rule.specifier ?? '')?.[1] : undefined;
  const [program = '', first, second = '-'] = prefix?.split(' ') ?? [];
  const covered = Object.hasOwn(COVERED_WORDS, program) ? COVERED_WORDS[program] : undefined;
  if (covered === undefined || covered.includes('') || first === undefined || prefix?.includes('*')) return undefined;
  const isGroup = covered.some((words) => words.startsWith(`${first} `));
  const isCovered = isGroup ? second.startsWith('-') || covered.includes(`${first} ${second}`) : covered.includes(first);
  if (isCovered) return undefined;
  return errors.CONFIG_RULE_UNCHECKED({ text: ruleText(rule), words: `${program} ${first}${isGroup ? ` ${second}` : ''}` });
}

function never(rule: PermissionRule) {
  const text = ruleText(rule);
  const { specifier = '' } = rule;
  if (isCommand(rule) && /&&|\|\||[;|\n]/.test(specifier))
    return errors.CONFIG_RULE_NEVER({
      text,
      problem: 'each part of a command is checked separately',
      fix: 'Write one rule for each part.',
    });
  if (isCommand(rule) && rule.behavior === 'allow' && wildcardsIn(specifier).idle > 0)
    return errors.CONFIG_RULE_NEVER({
      text,
      problem:
        'in an allow rule, * is a wildcard only at the end, after a colon or a space, and as a part of a word before any option',
      fix: 'Write the words before it, then :*.',
    });
  const program = specifier.split(/[\s:]/, 1)[0] ?? '';
  if (isCommand(rule) && rule.behavior === 'allow' && SEEN_THROUGH.has(program))
    return errors.CONFIG_RULE_NEVER({
      text,
      problem: `rules apply to the command that ${program} runs`,
      fix: 'Allow that command.',
    });
  if (/^webfetch$/i.test(rule.tool) && specifier !== '' && specifier !== '*' && !specifier.startsWith('domain:'))
    return errors.CONFIG_RULE_NEVER({ text, problem: 'a fetch is matched by its host', fix: 'Write WebFetch(domain:<host>).' });
  return undefined;
}

function shadowed(rule: PermissionRule, earlier: readonly { rule: PermissionRule; path: Path }[], { flat }: RuleContext) {
  const by = earlier.find((one) => coversRule(one.rule, rule));
  if (by === undefined) return undefined;
  const place = placeOf(flat, by.path);
  const where = place === undefined ? by.rule.layer : `${basename(place.file)}:${place.line}:${place.column}`;
  return errors.CONFIG_RULE_SHADOWED({ text: ruleText(rule), by: `${by.rule.behavior} ${ruleText(by.rule)}`, where });
}
