import { unclearRun } from './command-pattern.js';
import type { DecidedCall, PermissionLayers } from './decide.js';
import { namesTool } from './match-rule.js';
import { isProtected } from './protected-files.js';

const BE_THERE = 'Run where somebody can answer.';

export interface ReasonToAsk {
  readonly why: string;
  readonly fix: string;
}

/** Why no mode and no allow rule may let this call pass unseen; `undefined` when they may. */
export function reasonToAsk(call: DecidedCall, layers: PermissionLayers): ReasonToAsk | undefined {
  if (call.unclear !== undefined) return { why: `what it touches could not be told (${call.unclear})`, fix: BE_THERE };
  for (const access of call.accesses) {
    if (access.kind === 'write' && isProtected(access.path))
      return { why: `${access.path} is a protected file`, fix: 'Run where somebody can answer; no rule allows it.' };
    if ((access.kind === 'read' || access.kind === 'write') && !isResolved(access.path))
      return { why: `${access.path} is not a resolved path, so no rule could be held against it`, fix: BE_THERE };
    const unclear = access.kind === 'run' ? unclearRun(access) : undefined;
    if (unclear !== undefined && hasNarrowingRule(call, layers))
      return {
        why: `the command could not be checked against the deny and ask rules (${unclear})`,
        fix: 'Write it as plain commands, or run where somebody can answer.',
      };
  }
  return undefined;
}

/** Rules compare text: a path that climbs or starts nowhere would slip past them. */
const isResolved = (path: string) => path.startsWith('/') && !/\/\/|\/\.{1,2}(?:\/|$)/.test(path);

const hasNarrowingRule = (call: DecidedCall, layers: PermissionLayers) =>
  layers.rules.some((rule) => rule.behavior !== 'allow' && rule.specifier !== undefined && namesTool(rule, call));
