import type { Position } from '../contract/errors.js';
import type { PermissionBehavior, PermissionLayer, PermissionRule } from '../contract/permission.js';
import { errors } from '../errors.js';
import { homeOfOther } from '../names/home.js';
import { familyOf, takesPaths } from './rule-families.js';

export interface RuleSource {
  readonly behavior: PermissionBehavior;
  readonly layer: PermissionLayer;
  readonly position?: Position | undefined;
  readonly reason?: string | undefined;
}

/**
 * Parses `Tool` or `Tool(specifier)`. Throws RULE_INVALID for a rule without a possible meaning, or with a wider meaning than its
 * text.
 */
export function parsePermissionRule(text: string, source: RuleSource): PermissionRule {
  const invalid = (problem: string) => errors.RULE_INVALID({ text, problem }, { position: source.position });
  const match = /^([A-Za-z0-9_*-]+)(?:\(([\s\S]*)\))?$/.exec(text.trim());
  const [, tool] = match ?? [];
  const specifier = match?.[2]?.trim();
  if (tool === undefined) throw invalid('it is not of the form Tool or Tool(specifier)');
  const isCommand = familyOf({ tool }) === 'run';
  if (specifier === '') throw invalid('nothing stands between the parentheses');
  if (specifier?.startsWith(':')) throw invalid('nothing stands before the colon');
  if (specifier !== undefined && takesPaths({ tool }) && /(?:^|\/)\.\.(?:\/|$)/.test(specifier))
    throw invalid('a path pattern may not hold ".."; begin it with // or ~/ instead');
  const other = specifier !== undefined && takesPaths({ tool }) ? homeOfOther(specifier) : undefined;
  if (other !== undefined)
    throw invalid(`~${other} is a folder that only a shell can look up; begin it with //, or with **/ for files of that name`);
  if (specifier !== undefined) {
    const unbalanced = unbalancedIn(specifier, takesPaths({ tool }) ? ['()', '[]', '{}'] : ['()']);
    if (unbalanced !== undefined) throw invalid(`it has a ${unbalanced} without its other half`);
    if (isCommand && /:\*./s.test(specifier)) throw invalid('":*" may only stand at its end');
  }
  if (source.behavior === 'allow') {
    if (tool.includes('*') && !/^mcp__[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*__[A-Za-z0-9_-]*\*$/.test(tool)) {
      throw invalid('a tool name with * may only be allowed as mcp__<server>__*');
    }
    if (specifier?.startsWith('* ') || (isCommand && /^\*./s.test(specifier ?? '')))
      throw invalid('an allow rule may not begin with a wildcard');
  }
  const { behavior, layer, position, reason } = source;
  return { behavior, layer, position, tool, specifier, ...(reason === undefined ? {} : { reason }) };
}

/** Returns the first half of an unbalanced pair. `\` escapes the next character. */
function unbalancedIn(text: string, pairs: readonly string[]): string | undefined {
  const plain = text.replace(/\\[\s\S]/g, '');
  for (const [open, close] of pairs.map((pair) => [...pair])) {
    let depth = 0;
    for (const char of plain) {
      if (char === open) depth += 1;
      if (char === close) depth -= 1;
      if (depth < 0) return close;
    }
    if (depth > 0) return open;
  }
  return undefined;
}

export const ruleText = (rule: Pick<PermissionRule, 'tool' | 'specifier'>) =>
  rule.specifier === undefined ? rule.tool : `${rule.tool}(${rule.specifier})`;
