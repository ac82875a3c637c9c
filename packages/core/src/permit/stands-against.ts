import type { Access } from '../contract/permission.js';
import type { MatchedCall, PermissionLayers } from './decided-call.js';
import { matchesAccess } from './match-rule.js';

/**
 * Returns whether a deny or ask rule matches this access. Nobody is asked about each file of a search, so an ask rule counts as
 * no.
 */
export function standsAgainst(access: Access, call: MatchedCall, layers: PermissionLayers): boolean {
  return layers.rules.some(
    (rule) => rule.behavior !== 'allow' && rule.specifier !== undefined && matchesAccess(rule, access, call, layers),
  );
}
