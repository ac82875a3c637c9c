import { relative } from 'node:path';
import { type PermissionDecision, type PermissionRule, type Position, ruleText } from '@loadout/core';
import type { Paint, Style } from './paint.js';
import { printable } from './printable.js';
import { table } from './table.js';

const STYLES: Record<PermissionDecision['behavior'], Style> = { allow: 'green', ask: 'yellow', deny: 'red' };

/** A decision for people: what it is, why, each step with its rule and place, and what would allow the call. */
export function decisionText(
  decision: PermissionDecision,
  { cwd, paint }: { readonly cwd: string; readonly paint: Paint },
): string {
  const { behavior, reason, fix, trace } = decision;
  const steps = trace.map((step) => [
    '',
    printable(step.what),
    // None of them runs when a call is only explained.
    step.what === 'PreToolUse hooks' ? 'not run' : step.outcome,
    step.rule === undefined ? '' : ruleAt(step.rule, cwd),
  ]);
  const asked = behavior === 'ask' ? 'In loadout run nobody is there to ask, so it would be denied.\n' : '';
  return [
    `${paint(STYLES[behavior], behavior)}: ${printable(reason)}\n`,
    asked,
    steps.length > 0 ? `Steps:\n${table(steps)}` : '',
    fix === undefined ? '' : `To allow it: ${printable(fix)}\n`,
  ].join('');
}

const ruleAt = (rule: PermissionRule, cwd: string) =>
  `${printable(ruleText(rule))} (${rule.position === undefined ? `${rule.layer} settings` : placeText(rule.position, cwd)})`;

export function placeText({ file, line, column }: Position, cwd: string): string {
  const path = relative(cwd, file);
  return `${path.startsWith('..') ? file : path}:${line}:${column}`;
}
