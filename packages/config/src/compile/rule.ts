import { isLoadoutError } from '@loadout/core';
import { type PermissionBehavior, type PermissionRule, parsePermissionRule } from '@loadout/core/run';
import type { Flat } from '../document/flatten.js';
import type { RuleEntry } from '../schema/parts.js';

export interface RuleProblem {
  readonly problem: string;
  readonly fix?: string | undefined;
}

/** The text of a rule entry, which is the text alone or a map with a reason and examples. */
export const textOf = (entry: RuleEntry): string => (typeof entry === 'string' ? entry : entry.rule);

/** A rule, to which its reader adds the layer and the position, or the reason why the text is not a rule. */
export type ReadRule =
  | { readonly rule: Pick<PermissionRule, 'behavior' | 'tool' | 'specifier'>; readonly problem?: undefined }
  | { readonly rule?: undefined; readonly problem: RuleProblem };

/** The parsed rules of each document by behavior and text, so that each rule is parsed once for the checks and the plan. */
const readRules = new WeakMap<Flat, Map<string, ReadRule>>();

/** Parses a rule of a document, or returns the earlier result. */
export function readRule(text: string, behavior: PermissionBehavior, document: Flat): ReadRule {
  const rules = readRules.get(document) ?? new Map<string, ReadRule>();
  readRules.set(document, rules);
  const key = `${behavior} ${text}`;
  const read = rules.get(key) ?? parseRule(text, behavior);
  rules.set(key, read);
  return read;
}

/** The problem of a rule that belongs to no document. */
export const ruleProblem = (text: string, behavior: PermissionBehavior): RuleProblem | undefined =>
  parseRule(text, behavior).problem;

/** Parses a rule. Known slips get a fix; core's own parser decides everything else. */
export function parseRule(text: string, behavior: PermissionBehavior): ReadRule {
  const problem = widest(text, behavior) ?? slip(text.trim());
  if (problem !== undefined) return { problem };
  try {
    const { tool, specifier } = parsePermissionRule(text, { behavior, layer: 'project' });
    return { rule: { behavior, tool, specifier } };
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    return { problem: { problem: `cannot be used: ${error.problem ?? error.message}`, fix: error.fix } };
  }
}

function widest(text: string, behavior: PermissionBehavior): RuleProblem | undefined {
  if (behavior !== 'allow' || !toolOf(text).startsWith('*')) return undefined;
  return { problem: 'would allow every tool, including tools added later', fix: 'Name the tools to allow.' };
}

function slip(rule: string): RuleProblem | undefined {
  const open = rule.indexOf('(');
  const tool = open === -1 ? rule : rule.slice(0, open);
  if (tool === '') return { problem: 'names no tool' };
  if (!/^[A-Za-z0-9_*-]+$/.test(tool)) {
    const named = /^([A-Za-z]+)[\s:]\s*(.+)$/.exec(tool);
    const fix = named === null ? undefined : `Write ${named[1]}(${named[2]}).`;
    return { problem: `has the tool name ${JSON.stringify(tool)}, which may only contain letters, digits, _, - and *`, fix };
  }
  if (open === -1) return undefined;
  if (!rule.endsWith(')'))
    return { problem: 'has a ( without a ) at its end', fix: `Write ${rule.length > open + 1 ? `${rule})` : tool}.` };
  return rule.slice(open + 1, -1).trim() === ''
    ? { problem: 'has nothing between ( and )', fix: `Write ${tool} to match every call.` }
    : undefined;
}

/** The tool that a rule names. */
export const toolOf = (text: string): string => text.trim().split('(', 1)[0] ?? '';
