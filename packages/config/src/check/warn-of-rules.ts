import { basename } from 'node:path';
import { coversRule, type PermissionRule, ruleText } from '@loadout/core/run';
import type { CompileInput } from '../compile/compile-context.js';
import { compileRule, compileRules, type RuleLists, ruleEntries } from '../compile/compile-permissions.js';
import { dotted, type Path, positionText } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { loadOwn } from '../packages/own-packages.js';
import { type RuleContext, warn } from './check-context.js';

/** The module `@loadout/shell-rules/advice`. */
interface Advice {
  adviceOn(
    rule: PermissionRule,
  ):
    | { readonly kind: 'broad'; readonly program: string }
    | { readonly kind: 'unchecked'; readonly words: string }
    | { readonly kind: 'never'; readonly problem: string; readonly fix: string }
    | undefined;
}

/** The package about commands, which is installed with the shell. Without a shell, no command runs, and no rule for one decides. */
const USE = '@loadout/shell-rules';

/** Warns about valid rules that have no effect, or a wider effect than they seem to have (PERM-11). */
export async function warnOfRules(permissions: RuleLists | undefined, base: Path, context: RuleContext): Promise<void> {
  const rules = ruleEntries(permissions, base).flatMap((written) => {
    const [rule] = compileRule(written, { flat: context.flat, layer: 'project' });
    return rule === undefined || context.failed?.has(dotted(written.path)) ? [] : [{ rule, path: written.path }];
  });
  const advice = rules.some(({ rule }) => isCommand(rule)) ? await loadOwn<Advice>(USE, `${USE}/advice`) : undefined;
  for (const [index, { rule, path }] of rules.entries()) {
    const problem = ofCommand(rule, advice) ?? ofFetch(rule) ?? shadowed(rule, rules.slice(0, index));
    if (problem !== undefined) warn(problem, path, context);
  }
}

const isCommand = (rule: PermissionRule) => /^bash$/i.test(rule.tool) && rule.specifier !== undefined;

function ofCommand(rule: PermissionRule, advice: Advice | undefined) {
  const said = isCommand(rule) ? advice?.adviceOn(rule) : undefined;
  const text = ruleText(rule);
  if (said?.kind === 'broad') return errors.CONFIG_RULE_BROAD({ text, program: said.program });
  if (said?.kind === 'unchecked') return errors.CONFIG_RULE_UNCHECKED({ text, words: said.words });
  return said === undefined ? undefined : errors.CONFIG_RULE_NEVER({ text, problem: said.problem, fix: said.fix });
}

function ofFetch(rule: PermissionRule) {
  const { tool, specifier = '' } = rule;
  if (!/^webfetch$/i.test(tool) || specifier === '' || specifier === '*' || specifier.startsWith('domain:')) return undefined;
  const problem = 'a fetch is matched by its host';
  return errors.CONFIG_RULE_NEVER({ text: ruleText(rule), problem, fix: 'Write WebFetch(domain:<host>).' });
}

function shadowed(rule: PermissionRule, earlier: readonly { readonly rule: PermissionRule }[]) {
  const by = earlier.find((one) => coversRule(one.rule, rule));
  return by && errors.CONFIG_RULE_SHADOWED({ text: ruleText(rule), ...ruleAt(by.rule) });
}

/** Names the rule that another one meets. */
const ruleAt = (rule: PermissionRule) => ({
  by: `${rule.behavior} ${ruleText(rule)}`,
  where: rule.position === undefined ? rule.layer : basename(positionText(rule.position)),
});

type Grants = Pick<CompileInput, 'document' | 'flat' | 'settings'> & { readonly report: Report };

/** Warns about grants that are blocked by a rule no grant can answer: any deny rule, or an ask rule of the settings. */
export function checkGrants({ document, flat, settings, report }: Grants): void {
  const above = settings.flatMap((one) => compileRules(one.document.permissions, { flat: one.flat, base: ['permissions'] }));
  const shared = compileRules(document.permissions, { flat, base: ['permissions'] });
  const rulesOf = (name: string) =>
    compileRules(document.agents?.[name]?.permissions, { flat, base: ['agents', name, 'permissions'], layer: 'agent' });
  for (const [name, agent] of Object.entries(document.agents ?? {}))
    for (const [other, { grants = [] }] of Object.entries(agent.subagents ?? {})) {
      const denies = [...shared, ...rulesOf(name), ...rulesOf(other)].filter((rule) => rule.behavior === 'deny');
      const against = [...above.filter((rule) => rule.behavior !== 'allow'), ...denies];
      for (const [index, entry] of grants.entries()) {
        const path = ['agents', name, 'subagents', other, 'grants', index];
        const [grant] = compileRule({ entry, behavior: 'allow', path }, { flat, layer: 'agent' });
        const by = grant === undefined ? undefined : against.find((rule) => coversRule(rule, grant));
        if (grant === undefined || by === undefined) continue;
        warn(errors.CONFIG_GRANT_IDLE({ text: ruleText(grant), ...ruleAt(by) }), path, { flat, report });
      }
    }
}
