import type { LoadoutError } from '@loadout/core';
import { isWireName, MCP_INPUT, type PermissionBehavior } from '@loadout/core/run';
import { readRule, textOf, toolOf } from '../compile/rule.js';
import { placeOf } from '../document/flatten.js';
import { dotted, type Path } from '../document/node.js';
import { errors } from '../errors.js';
import { firstPartyTools } from '../packages/first-party.js';
import type { RuleEntry } from '../schema/parts.js';
import { matchesWildcard } from '../text/wildcard.js';
import { checkExamples } from './check-examples.js';
import { adviceFor } from './check-tools.js';
import { isOffered, type OfferedTools } from './offered-tools.js';
import type { Lists, RuleContext } from './rule-context.js';
import { warnOfRules } from './warn-of-rules.js';

export function checkRules(permissions: Lists | undefined, base: Path, context: RuleContext): void {
  for (const behavior of ['deny', 'ask', 'allow'] as const)
    for (const [index, entry] of (permissions?.[behavior] ?? []).entries())
      checkEntry({ entry, behavior, path: [...base, behavior, index] }, context);
  warnOfRules(permissions, base, context);
}

/** Checks one rule, with its examples. */
export function checkEntry(
  { entry, behavior, path }: { readonly entry: RuleEntry; readonly behavior: PermissionBehavior; readonly path: Path },
  context: RuleContext,
): void {
  const isText = typeof entry === 'string';
  checkRule({ text: textOf(entry), behavior, path: isText ? path : [...path, 'rule'] }, context);
  if (!isText) checkExamples({ entry, behavior, path }, context);
}

function checkRule(rule: { text: string; behavior: 'deny' | 'ask' | 'allow'; path: Path }, context: RuleContext): void {
  const { text, behavior, path } = rule;
  if (context.failed.has(dotted(path))) return;
  const where = { path, place: placeOf(context.flat, path) };
  const found = problemOf({ text, behavior }, context);
  if (found === undefined) return;
  if (found.harmless || where.place?.foreign === true) context.report.warn(found.problem, where);
  else context.report.error(found.problem, where);
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
  { text, behavior }: { text: string; behavior: 'deny' | 'ask' | 'allow' },
  { offered, flat }: Pick<RuleContext, 'offered' | 'flat'>,
): { problem: LoadoutError; harmless: boolean } | undefined {
  const tool = toolOf(text);
  const wrong = readRule(text, behavior, flat).problem;
  if (wrong !== undefined) {
    const fix = toolsMeant(text, offered) ?? wrong.fix;
    return { problem: errors.CONFIG_RULE_INVALID({ text, ...wrong, fix }), harmless: false };
  }
  if (offered === undefined || tool === '*' || isOffered(tool, offered) || decidesPaths(text, offered)) return undefined;
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
