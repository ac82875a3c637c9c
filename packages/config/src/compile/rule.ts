import { isLoadoutError, type PermissionBehavior, parsePermissionRule } from '@loadout/core';
import type { RuleEntry } from '../schema/parts.js';

export interface RuleProblem {
  readonly problem: string;
  readonly fix?: string | undefined;
}

/** The text of a rule, which may stand alone or with its reason and examples. */
export const textOf = (entry: RuleEntry): string => (typeof entry === 'string' ? entry : entry.rule);

/** What is wrong with a rule, with the fix for the slips that can be told; core's own parser has the last word. */
export function ruleProblem(text: string, behavior: PermissionBehavior): RuleProblem | undefined {
  return widest(text, behavior) ?? slip(text.trim()) ?? refusal(text, behavior);
}

function widest(text: string, behavior: PermissionBehavior): RuleProblem | undefined {
  if (behavior !== 'allow' || !toolOf(text).startsWith('*')) return undefined;
  return { problem: 'would allow every tool, also those that are added later', fix: 'Name the tools to allow.' };
}

function slip(rule: string): RuleProblem | undefined {
  const open = rule.indexOf('(');
  const tool = open === -1 ? rule : rule.slice(0, open);
  if (tool === '') return { problem: 'names no tool' };
  if (!/^[A-Za-z0-9_*-]+$/.test(tool)) {
    const named = /^([A-Za-z]+)[\s:]\s*(.+)$/.exec(tool);
    const fix = named === null ? undefined : `Write ${named[1]}(${named[2]}).`;
    return { problem: `has the tool name ${JSON.stringify(tool)}, which is not made of letters, digits, _ , - and *`, fix };
  }
  if (open === -1) return undefined;
  if (!rule.endsWith(')'))
    return { problem: 'has a ( without a ) at its end', fix: `Write ${rule.length > open + 1 ? `${rule})` : tool}.` };
  return rule.slice(open + 1, -1).trim() === ''
    ? { problem: 'has nothing between ( and )', fix: `Write ${tool} to mean every call of it.` }
    : undefined;
}

function refusal(text: string, behavior: PermissionBehavior): RuleProblem | undefined {
  try {
    parsePermissionRule(text, { behavior, layer: 'project' });
    return undefined;
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    return { problem: `cannot be used: ${error.problem ?? error.message}`, fix: error.fix };
  }
}

/** The tool that a rule names. */
export const toolOf = (text: string): string => text.trim().split('(', 1)[0] ?? '';
