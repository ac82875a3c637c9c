import type { Access, PermissionRule } from '../contract/permission.js';
import type { DecidedCall, PermissionLayers } from './decide.js';
import { ruleText } from './parse-rule.js';
import { isInside } from './path-pattern.js';

/** ` Bash(rm:*) (agent.config.yaml:14:7)`: the rule, and where it stands. */
export function where(rule: PermissionRule, layers: PermissionLayers): string {
  const at = rule.position;
  const place = at === undefined ? `${rule.layer} settings` : `${relative(at.file, layers)}:${at.line}:${at.column}`;
  return ` ${ruleText(rule)} (${place})`;
}

export function denyReason(call: DecidedCall, rule: PermissionRule, layers: PermissionLayers): string {
  return `${call.tool.name} is denied by the rule${where(rule, layers)}.`;
}

export function askReason(call: DecidedCall, why: string): string {
  return `${call.tool.name} needs approval: ${why}.`;
}

/** The narrowest rule that would have let this call pass. */
export function suggestRule(call: DecidedCall, layers: PermissionLayers): string {
  const part = call.accesses.find((access) => access.kind !== 'read') ?? call.accesses[0];
  if (part === undefined) return call.tool.name;
  return suggestFor(part, call, layers);
}

function suggestFor(part: Access, call: DecidedCall, layers: PermissionLayers): string {
  if (part.kind === 'run') return part.words === undefined ? call.tool.name : `${call.tool.name}(${part.words.join(' ')})`;
  if (part.kind === 'fetch') return `${call.tool.name}(domain:${/\/\/([^/:?#]+)/.exec(part.url)?.[1] ?? part.url})`;
  const family = part.kind === 'read' ? 'Read' : 'Edit';
  return isInside(part.path, layers.workspace) ? `${family}(/${relative(part.path, layers)})` : `${family}(/${part.path})`;
}

function relative(path: string, layers: PermissionLayers): string {
  return path !== layers.workspace && isInside(path, layers.workspace)
    ? path.slice(layers.workspace.replace(/\/$/, '').length + 1)
    : path;
}
