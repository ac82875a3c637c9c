import { basename } from 'node:path';
import { changePersonal } from '@loadout/config';
import { parseRule, parseTemplate } from '@loadout/config/documents';
import type { PermissionRule, PermissionUpdate } from '@loadout/core/run';
import { errors } from '../errors.js';
import { addRule } from './add-rule.js';

export interface KeepRuleOptions {
  /** The configuration beside which the person's own file stands. */
  readonly configFile: string;
  /** The record of this user's trust. */
  readonly trustFile: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface KeptRule {
  readonly file: string;
  readonly rules: readonly string[];
  /** Sentences for the person. */
  readonly says: string;
}

/**
 * Writes the rules of a change into the person's own file beside a configuration, and records that the file is theirs. Throws RULE_NOT_KEPT,
 * CONFIG_NOT_EDITED, TRUST_*.
 */
export async function keepRule(update: PermissionUpdate, options: KeepRuleOptions): Promise<KeptRule> {
  const { rules, behavior } = rulesOf(update);
  const rule = rules.join(', ');
  const { file, git } = await changePersonal({
    ...options,
    refusal: (problem, fix) => errors.RULE_NOT_KEPT({ rule, problem, fix }),
    change: (before) => rules.map(written).reduce((text, one) => addRule(text, one, behavior), before),
  });
  const kept = `${rule} ${rules.length === 1 ? 'is' : 'are'} ${WORDS[behavior]} in this project from now on, by ${basename(file)}.`;
  return { file, rules, says: [kept, ...OF_GIT[git]].join(' ') };
}

const WORDS: Readonly<Record<PermissionRule['behavior'], string>> = { allow: 'allowed', ask: 'asked about', deny: 'denied' };

const OF_GIT = {
  none: [],
  ignored: [],
  excluded: ['Git now ignores that file (.git/info/exclude).'],
  open: ['Git does not ignore that file: add it to .gitignore.'],
} as const;

/** The rules as they are written. Throws RULE_NOT_KEPT for a change that no rule of a file says. */
function rulesOf(update: PermissionUpdate) {
  if (update.type !== 'addRules' || update.rules.length === 0)
    throw errors.RULE_NOT_KEPT({ rule: 'This answer', problem: 'it is not a list of rules to add' });
  const { behavior } = update;
  const rules = update.rules.map(({ toolName, ruleContent }) => {
    const text = ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`;
    const { rule, problem } = parseRule(text, behavior);
    if (rule === undefined) throw errors.RULE_NOT_KEPT({ rule: text, problem: `it ${problem.problem}`, fix: problem.fix });
    if (rule.tool !== toolName || rule.specifier !== ruleContent) throw otherRule(text);
    return text;
  });
  return { rules, behavior };
}

/** A rule as a value of a configuration, in which `${…}` has a meaning. */
function written(rule: string): string {
  const text = rule.replace(/\$(?=[${])/g, '$$$$');
  if (parseTemplate(text).join('') === rule) return text;
  throw otherRule(rule);
}

const otherRule = (rule: string) => errors.RULE_NOT_KEPT({ rule, problem: 'a file would say another rule with these words' });
