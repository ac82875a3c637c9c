import type { Access, PermissionRule } from '../contract/permission.js';
import { ruleOfCommands } from './allow-parts.js';
import type { DecidedCall, PermissionLayers } from './decided-call.js';
import { matchesAccess, matchesParameter, namesTool } from './match-rule.js';

/** Returns whether a grant overrides this ask rule: the grant covers every part of the call that the rule is about. */
export function isLifted(ask: PermissionRule, call: DecidedCall, layers: PermissionLayers): boolean {
  return (layers.lifts ?? []).some(({ asks, grants }) => {
    if (!asks.includes(ask)) return false;
    if (grants.some((grant) => grant.specifier === undefined && namesTool(grant, call))) return true;
    const asked = askedAbout(ask, call, layers);
    // A grant for a whole tool covers calls of that tool, not the accesses of other tools.
    const narrow = grants.filter((grant) => grant.specifier !== undefined);
    const granted = (access: Access) =>
      narrow.some((grant) => matchesAccess(grant, access, call, layers)) ||
      ruleOfCommands(access, call, { layers, allow: narrow }) !== undefined;
    return asked.length > 0 ? asked.every(granted) : narrow.some((grant) => matchesParameter(grant, call));
  });
}

/**
 * Returns the accesses that the rule asks about. A rule for the whole tool is about the call's effects, not about the files that
 * it reads on the way.
 */
function askedAbout(ask: PermissionRule, call: DecidedCall, layers: PermissionLayers): readonly Access[] {
  if (ask.specifier !== undefined && ask.specifier !== '*')
    return call.accesses.filter((access) => matchesAccess(ask, access, call, layers));
  const does = call.accesses.filter((access) => access.kind !== 'read');
  return does.length > 0 ? does : call.accesses;
}
