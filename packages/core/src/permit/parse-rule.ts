import type { Position } from '../contract/errors.js';
import type { PermissionBehavior, PermissionLayer, PermissionRule } from '../contract/permission.js';
import { errors } from '../errors.js';
import { homeOfOther } from '../names/home.js';
import type { PathBase } from './decided-call.js';
import { isInside, patternProblem } from './path-pattern.js';

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
  const { behavior, layer, position, reason } = source;
  const [, tool, inside] = /^([A-Za-z0-9_*-]+)(?:\(([\s\S]*)\))?$/.exec(text.trim()) ?? [];
  const specifier = inside?.trim();
  const problem =
    tool === undefined ? 'it is not of the form Tool or Tool(specifier)' : ruleProblem({ behavior, tool, specifier });
  if (tool === undefined || problem !== undefined) throw errors.RULE_INVALID({ text, problem: problem ?? '' }, { position });
  return { behavior, layer, position, tool, specifier, ...(reason === undefined ? {} : { reason }) };
}

type RuleParts = Pick<PermissionRule, 'behavior' | 'tool' | 'specifier'>;

/** Returns why a rule has no possible meaning, or a wider meaning than its text. */
export function ruleProblem({ behavior, tool, specifier }: RuleParts): string | undefined {
  return (
    (specifier === undefined ? undefined : specifierProblem(specifier, { behavior, tool })) ??
    (behavior === 'allow' && tool.includes('*') && !OF_ONE.test(tool)
      ? 'a tool name with * may only be allowed as mcp__<server>__* or <plugin>__*'
      : undefined)
  );
}

/** The tools of one MCP server, or of one mounted plugin, whose name has no `__`. Source: GAP-F8. */
const OF_ONE = /^(?:mcp__|(?!mcp__))[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*__[A-Za-z0-9_-]*\*$/;

function specifierProblem(specifier: string, { behavior, tool }: Omit<RuleParts, 'specifier'>): string | undefined {
  const isCommand = familyOf({ tool }) === 'run';
  if (specifier === '') return 'nothing stands between the parentheses';
  if (specifier.startsWith(':')) return 'nothing stands before the colon';
  const isPath = takesPaths({ tool });
  if (isPath && /(?:^|\/)\.\.(?:\/|$)/.test(specifier)) return 'a path pattern may not hold ".."; begin it with // or ~/ instead';
  const slow = isPath ? patternProblem(specifier) : undefined;
  if (slow !== undefined) return slow;
  const other = isPath ? homeOfOther(specifier) : undefined;
  if (other !== undefined)
    return `~${other} is a folder that only a shell can look up; begin it with //, or with **/ for files of that name`;
  const unbalanced = unbalancedIn(specifier, isPath ? ['()', '[]', '{}'] : ['()']);
  if (unbalanced !== undefined) return `it has a ${unbalanced} without its other half`;
  if (isCommand && /:\*./s.test(specifier)) return '":*" may only stand at its end';
  if (behavior === 'allow' && /^domain:.*(?:[/?#@\\]|:\d*$)/s.test(specifier))
    return 'domain: takes a host such as example.com, without a port or a path';
  const isWild = specifier.startsWith('* ') || (isCommand && /^\*./s.test(specifier));
  return behavior === 'allow' && isWild ? 'an allow rule may not begin with a wildcard' : undefined;
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

/** Describes a rule and its position: ` Bash(rm:*) (agent.config.yaml:14:7)`. */
export function where(rule: PermissionRule, base: PathBase): string {
  const at = rule.position;
  const place = at === undefined ? `${rule.layer} settings` : `${relative(at.file, base)}:${at.line}:${at.column}`;
  return ` ${ruleText(rule)} (${place})`;
}

function relative(path: string, { workspace }: PathBase): string {
  return path !== workspace && isInside(path, workspace) ? path.slice(workspace.replace(/\/$/, '').length + 1) : path;
}

/** The kinds of access that a family of rules is about. */
export type RuleFamily = 'read' | 'write' | 'run';

/**
 * The fixed words of the language of rules. A rule of one of these names is about a kind of access and not about a tool:
 * `Read(x)` applies to every call that reads `x`, `Edit(x)` to every call that writes `x`, and the specifier of `Bash(x)` is the
 * words of a command. People write these rules by hand and bring them from other agents, so the words are fixed here. Every other
 * name in a rule is the name of a tool. No tool is ever looked up by these words: its `access` names what it touches.
 */
const FAMILIES: ReadonlyMap<string, RuleFamily> = new Map([
  ...['read', 'fileread'].map((word) => [word, 'read'] as const),
  ...['edit', 'write', 'notebookedit', 'fileedit', 'filewrite'].map((word) => [word, 'write'] as const),
  ['bash', 'run'],
]);

/** Returns the family of a rule by its name; `undefined` for a rule about a tool. */
export const familyOf = ({ tool }: Pick<PermissionRule, 'tool'>): RuleFamily | undefined => FAMILIES.get(tool.toLowerCase());

/** Returns whether the specifier of a rule of this name is a path. */
export const takesPaths = (rule: Pick<PermissionRule, 'tool'>): boolean => {
  const family = familyOf(rule);
  return family === 'read' || family === 'write';
};

/** The words used in suggested rules. */
export const FAMILY_NAMES = { read: 'Read', write: 'Edit' } as const;
