import type { LoadoutError } from '@loadout/core';
import { isWireName, MCP_INPUT, matchesExample, matchesWildcard, type PermissionBehavior } from '@loadout/core/run';
import type { RuleLists } from '../compile/compile-permissions.js';
import { readRule, textOf, toolOf } from '../compile/rule.js';
import { dotted, type Path } from '../document/node.js';
import { errors } from '../errors.js';
import { firstPartyTools } from '../packages/first-party.js';
import { QUOTES_NEEDED } from '../read/report-syntax.js';
import type { RuleEntry } from '../schema/parts.js';
import { type RuleContext, tell } from './check-context.js';
import { adviceFor } from './check-tools.js';
import { isOffered, type OfferedTools } from './offered-tools.js';
import { warnOfRules } from './warn-of-rules.js';

export async function checkRules(permissions: RuleLists | undefined, base: Path, context: RuleContext): Promise<void> {
  for (const behavior of ['deny', 'ask', 'allow'] as const) {
    const entries = permissions?.[behavior] ?? [];
    let last = -1;
    for (const [index, entry] of entries.entries()) {
      if (index <= last) continue;
      last = lastOfParted(entries, index);
      checkEntry({ entry, behavior, path: [...base, behavior, index], isParted: last > index }, context);
    }
  }
  await warnOfRules(permissions, base, context);
}

/** The index of the last part of a rule that commas inside [ ] parted, such as `[Bash(echo a, b)]`; the rule's own if it is whole. */
function lastOfParted(entries: readonly RuleEntry[], first: number): number {
  const isOpen = (entry: RuleEntry | undefined) => typeof entry === 'string' && entry.lastIndexOf('(') > entry.lastIndexOf(')');
  if (!isOpen(entries[first])) return first;
  const end = entries.findIndex((entry, index) => index > first && (typeof entry !== 'string' || /[()]/.test(entry)));
  const closing = entries[end];
  return typeof closing === 'string' && /^[^(]*\)$/.test(closing) ? end : first;
}

interface Entry {
  readonly entry: RuleEntry;
  readonly behavior: PermissionBehavior;
  readonly path: Path;
  /** Whether the next entries are the rest of this rule. */
  readonly isParted?: boolean | undefined;
}

interface WrittenRule extends Pick<Entry, 'behavior' | 'isParted'> {
  readonly text: string;
}

/** Checks one rule, with its examples. */
export function checkEntry({ entry, behavior, path, isParted }: Entry, context: RuleContext): void {
  const isText = typeof entry === 'string';
  checkRule({ text: textOf(entry), behavior, path: isText ? path : [...path, 'rule'], isParted }, context);
  if (!isText) checkExamples({ entry, behavior, path }, context);
}

function checkRule(rule: WrittenRule & { path: Path }, context: RuleContext): void {
  const found = problemOf(rule, context);
  if (found !== undefined) tell(found.problem, rule.path, { ...context, isWarning: found.harmless ? true : 'ifForeign' });
}

const READERS = ['Read', 'Glob', 'Grep', 'LSP'];
const WRITERS = ['Edit', 'Write', 'NotebookEdit'];

/**
 * Whether a rule decides paths. `Edit(work/**)` covers every tool that writes there, and `Read(...)` every tool that reads, so
 * neither needs a tool of that name.
 */
function decidesPaths(text: string, { names, unknownMounts }: OfferedTools): boolean {
  const tool = /^(\w+)\(/.exec(text.trim())?.[1];
  const own = tool === 'Read' ? [...READERS, ...WRITERS] : WRITERS.includes(tool ?? '') ? WRITERS : undefined;
  if (own === undefined) return false;
  return (
    unknownMounts.size > 0 || [...names].some((name) => name === 'Bash' || own.includes(name) || !firstPartyTools.includes(name))
  );
}

function problemOf(
  { text, behavior, isParted }: WrittenRule,
  { offered, flat }: Pick<RuleContext, 'offered' | 'flat'>,
): { problem: LoadoutError; harmless: boolean } | undefined {
  const tool = toolOf(text);
  const wrong = readRule(text, behavior, flat).problem;
  if (wrong !== undefined) {
    const fix = isParted ? QUOTES_NEEDED : (toolsMeant(text, offered) ?? wrong.fix);
    return { problem: errors.CONFIG_RULE_INVALID({ text, ...wrong, fix }), harmless: false };
  }
  if (offered === undefined || tool === '*' || isOffered(tool, offered) || decidesPaths(text, offered)) return undefined;
  if (behavior === 'deny' && tool === 'Bash' && text.includes('(') && offered.hasCommands) return undefined;
  const advice = adviceFor(tool, offered);
  // A rule may name a tool that is mounted later. A name that is close to a known name is reported.
  if (isWireName(tool) || tool === MCP_INPUT || tool.includes('*') || firstPartyTools.includes(tool))
    return { problem: errors.CONFIG_RULE_UNUSED({ text, tool, fix: advice.fix }), harmless: true };
  return { problem: errors.CONFIG_TOOL_UNKNOWN({ name: tool, ...advice }), harmless: false };
}

/** Names the tools that a refused pattern without a specifier would match. Source: GAP-F8. */
function toolsMeant(rule: string, offered: OfferedTools | undefined): string | undefined {
  const pattern = rule.trim();
  if (!pattern.includes('*') || pattern === '*') return undefined;
  const names = [...(offered?.names ?? [])].filter((name) => matchesWildcard(pattern, name)).sort();
  return names.length === 0 ? undefined : `Name the tools to allow: ${names.join(', ')}.`;
}

/** The folders that examples are resolved against, so that a path in an example has the same meaning on every machine. */
const BASE = { workspace: '/workspace', home: '/home/user' };

/**
 * Tests a rule against its own examples. A rule that does not do what its author expects is reported as an error and does not
 * become a hole.
 */
function checkExamples(
  { entry, behavior, path }: { entry: Exclude<RuleEntry, string>; behavior: PermissionBehavior; path: Path },
  context: RuleContext,
): void {
  const { rule } = readRule(entry.rule, behavior, context.flat);
  if (context.failed?.has(dotted(path)) || rule === undefined) return;
  for (const list of ['match', 'notMatch'] as const)
    for (const [index, example] of (entry[list] ?? []).entries()) {
      const matches = matchesExample({ ...rule, layer: 'project' }, example, BASE);
      if (matches === (list === 'match')) continue;
      tell(errors.CONFIG_RULE_EXAMPLE({ text: entry.rule, example, matches }), [...path, list, index], context);
    }
}
