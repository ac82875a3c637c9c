import { lstatSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { messageOf } from '@loadout/core';
import type { PermissionRule, PermissionUpdate } from '@loadout/core/run';
import { parseRule } from '../compile/rule.js';
import { homeOf } from '../document/folder-of.js';
import { emptyMap, isMap, type MapNode, startOf } from '../document/node.js';
import { Report } from '../document/report.js';
import { addRule } from '../edit/add-rule.js';
import { errors } from '../errors.js';
import { parseTemplate } from '../interpolate/template.js';
import { parseYaml } from '../read/parse-yaml.js';
import { readText } from '../read/read-text.js';
import { whileHeld, writeWhole } from '../trust/private-file.js';
import { recordHeld } from '../trust/trust-record.js';
import type { TrustVerdict } from '../trust/verdict.js';
import { excludeFromGit, gitStateOf } from './git-ignore.js';
import { invalid } from './invalid.js';
import { personalFile } from './personal-places.js';
import { readDocuments } from './read-documents.js';
import { judgePersonal } from './read-judged.js';

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

/** Writes the rules of a change into the person's own file beside a configuration, and records that the file is theirs. */
export async function keepRule(update: PermissionUpdate, options: KeepRuleOptions): Promise<KeptRule> {
  const { rules, behavior } = rulesOf(update);
  const rule = rules.join(', ');
  const refuse = (problem: string, fix?: string) => errors.RULE_NOT_KEPT({ rule, problem, fix });
  const file = personalFile(options.configFile);
  if (file === undefined) throw refuse(`${basename(options.configFile)} has no personal file beside it`);
  const before = await gitStateOf(file, options);
  if (before === 'tracked')
    throw refuse(`git tracks ${file}, so others would get the rule`, `Take it out of git: git rm --cached ${basename(file)}`);
  const below = await layersBelow(options);
  whileHeld(options.trustFile, () => write(rules, { ...options, behavior, file, below, refuse }));
  const isExcluded = before === 'open' && (await excludeFromGit(file, options));
  const kept = `${rule} ${rules.length === 1 ? 'is' : 'are'} ${WORDS[behavior]} in this project from now on, by ${basename(file)}.`;
  if (before !== 'open') return { file, rules, says: kept };
  const git = isExcluded
    ? 'Git now ignores that file (.git/info/exclude).'
    : 'Git does not ignore that file: add it to .gitignore.';
  return { file, rules, says: `${kept} ${git}` };
}

const WORDS: Readonly<Record<PermissionRule['behavior'], string>> = { allow: 'allowed', ask: 'asked about', deny: 'denied' };

interface RuleTexts {
  readonly rules: readonly string[];
  readonly behavior: PermissionRule['behavior'];
}

/** The rules as they are written. Throws RULE_NOT_KEPT for a change that no rule of a file says. */
function rulesOf(update: PermissionUpdate): RuleTexts {
  if (update.type !== 'addRules' || update.rules.length === 0)
    throw errors.RULE_NOT_KEPT({ rule: 'This answer', problem: 'it is not a list of rules to add' });
  const { behavior } = update;
  const rules = update.rules.map(({ toolName, ruleContent }) => {
    const text = ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`;
    const { rule, problem } = parseRule(text, behavior);
    if (rule === undefined) throw errors.RULE_NOT_KEPT({ rule: text, problem: `it ${problem.problem}`, fix: problem.fix });
    if (rule.tool !== toolName || rule.specifier !== ruleContent)
      throw errors.RULE_NOT_KEPT({ rule: text, problem: 'a file would say another rule with these words' });
    return text;
  });
  return { rules, behavior };
}

/** The layers of the configuration, to whose params and secrets the file may refer. */
async function layersBelow({ configFile, env }: KeepRuleOptions): Promise<readonly MapNode[]> {
  const options = { cwd: dirname(configFile), env };
  const context = { report: new Report(), options, home: homeOf(env), runModules: false };
  return (await readDocuments(configFile, context)).own;
}

interface Writing extends Pick<RuleTexts, 'behavior'>, KeepRuleOptions {
  readonly file: string;
  readonly below: readonly MapNode[];
  readonly refuse: (problem: string, fix?: string) => Error;
}

function write(rules: readonly string[], writing: Writing): void {
  const { behavior, file, trustFile, refuse } = writing;
  const before = textOf(file, refuse);
  const judged = (text: string) => judge(text, writing);
  if (before !== undefined && !judged(before).trusted)
    throw refuse(
      `${file} has parts that you did not write here and do not trust`,
      'Review it: loadout trust. Then answer again.',
    );
  const after = rules.map(written).reduce((text, rule) => addRule(text, rule, behavior), before ?? '');
  try {
    replace(file, after);
  } catch (cause) {
    throw refuse(`${file} cannot be written (${messageOf(cause)})`);
  }
  try {
    recordHeld(trustFile, judged(after), 'unlessTracked');
  } catch (cause) {
    // Without its record, the file and all earlier rules in it would wait for trust.
    if (before === undefined) rmSync(file, { force: true });
    else replace(file, before);
    throw cause;
  }
}

/** A rule as a value of a configuration, in which `${…}` has a meaning. */
function written(rule: string): string {
  const text = rule.replace(/\$(?=[${])/g, '$$$$');
  if (parseTemplate(text).join('') === rule) return text;
  throw errors.RULE_NOT_KEPT({ rule, problem: 'a file would say another rule with these words' });
}

function textOf(file: string, refuse: Writing['refuse']): string | undefined {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isFile()) throw refuse(`${file} is not a regular file`);
  if ((stat.mode & 0o222) === 0) throw refuse(`${file} is read-only`, `Make it writable: chmod u+w ${basename(file)}`);
  const report = new Report();
  const text = readText(file, { report, place: startOf(file) });
  if (text === undefined) throw invalid(report, file);
  return text;
}

/** Judges a text as the content of the file, so that nothing else is trusted that comes to stand there meanwhile. */
function judge(text: string, { file, below, trustFile, env }: Writing): TrustVerdict {
  const report = new Report();
  const node = parseYaml(text, { file, layer: 'project', report });
  if (node === undefined) throw invalid(report, file);
  const layer = isMap(node) ? node : emptyMap(startOf(file));
  return judgePersonal(layer, { home: homeOf(env), below, trust: { file: trustFile } }).verdict;
}

/** Writes the file, which keeps its mode. */
const replace = (file: string, text: string): void =>
  writeWhole(file, text, (lstatSync(file, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777);
