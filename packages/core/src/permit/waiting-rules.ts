import type { PermissionRule } from '../contract/permission.js';
import { openParts } from './allow-parts.js';
import type { DecidedCall, PermissionLayers } from './decided-call.js';
import type { DecisionStep } from './decision.js';
import { namesTool } from './match-rule.js';
import { askReason, where } from './reasons.js';

/** Returns the rules of the configuration that would allow this call once the project is trusted. Empty: no rules would. */
export function waitingRules(call: DecidedCall, layers: PermissionLayers): readonly PermissionRule[] {
  const waiting = layers.waiting ?? [];
  if (waiting.length === 0) return [];
  const bare = waiting.find((rule) => rule.specifier === undefined && namesTool(rule, call));
  if (bare !== undefined) return [bare];
  const trace: DecisionStep[] = [];
  if (openParts(call, { ...layers, rules: [...layers.rules, ...waiting] }, trace).length > 0) return [];
  return [...new Set(trace.flatMap(({ rule }) => (rule !== undefined && waiting.includes(rule) ? [rule] : [])))];
}

export function waitingReason(
  call: DecidedCall,
  waiting: readonly PermissionRule[],
  layers: PermissionLayers,
): { readonly reason: string; readonly fix: string } {
  const named = waiting.map((rule) => where(rule, layers).trim()).join(' and ');
  const [rule, allows] = waiting.length === 1 ? ['the rule', 'allows it, but is'] : ['the rules', 'allow it, but are'];
  return {
    reason: askReason(call, `${rule} ${named} ${allows} off until somebody trusts the configuration`),
    fix: 'Review the configuration, and trust it with: loadout trust',
  };
}
