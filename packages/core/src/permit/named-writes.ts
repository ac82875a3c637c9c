import type { Access, PermissionRule } from '../contract/permission.js';
import type { PermissionLayers } from './decide.js';
import { type MatchedCall, matchesAccess } from './match-rule.js';
import { isInside } from './path-pattern.js';

export interface NamedCall extends MatchedCall {
  readonly accesses: readonly Access[];
}

type Run = Extract<Access, { kind: 'run' }>;

/** The commands that are there to change this file, if nothing else of the call does, in a working directory. Source: decisions/0011. */
export function namedBy(part: Access, call: NamedCall, layers: PermissionLayers): readonly Run[] {
  if (part.kind !== 'write' || part.by === undefined) return [];
  if (!layers.roots.some((root) => isInside(part.path, root))) return [];
  const found = part.by.map((text) => call.accesses.filter((one): one is Run => one.kind === 'run' && one.text === text));
  return found.every((runs) => runs.length > 0) ? found.flat() : [];
}

/** The allow rule of the commands that name it, where there is one for each of them. */
export function ruleOfCommands(
  part: Access,
  call: NamedCall,
  { layers, allow }: { readonly layers: PermissionLayers; readonly allow: readonly PermissionRule[] },
): PermissionRule | undefined {
  const rules = namedBy(part, call, layers).map((run) => allow.find((rule) => matchesAccess(rule, run, call, layers)));
  return rules.every((rule) => rule !== undefined) ? rules[0] : undefined;
}
