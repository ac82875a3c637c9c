import type { PermissionRule } from '../contract/permission.js';
import type { DecidedCall, DecidedWord, PermissionLayers } from './decided-call.js';
import { namedFile } from './match-rule.js';
import { passesInSandbox } from './match-rules.js';
import { ruleText } from './parse-rule.js';
import { isInside } from './path-pattern.js';

/** Describes a rule and its position: ` Bash(rm:*) (agent.config.yaml:14:7)`. */
export function where(rule: PermissionRule, layers: PermissionLayers): string {
  const at = rule.position;
  const place = at === undefined ? `${rule.layer} settings` : `${relative(at.file, layers)}:${at.line}:${at.column}`;
  return ` ${ruleText(rule)} (${place})`;
}

export function denyReason(call: DecidedCall, rule: PermissionRule, layers: PermissionLayers): string {
  return `${call.tool.name} is denied by the rule${where(rule, layers)}${since(wordUnder(rule, call, layers))}.${because(rule)}`;
}

/** Returns the word that makes a command fall under a rule about files, if there is one. */
export function wordUnder(rule: PermissionRule, call: DecidedCall, layers: PermissionLayers): DecidedWord | undefined {
  for (const access of call.accesses) {
    const named = access.kind === 'run' ? namedFile(rule, access, layers) : undefined;
    if (named !== undefined && access.kind === 'run') return { word: named.word, path: named.path, command: access.text };
  }
  return undefined;
}

/** Describes that word: `, since the word .env of awk 1 .env may name /repo/.env`. */
export const since = (named: DecidedWord | undefined): string =>
  named === undefined ? '' : `, since the word ${named.word} of ${named.command} may name ${named.path}`;

/** Returns the reason that the author of the rule wrote, as a sentence. */
export const because = (rule: PermissionRule) =>
  rule.reason === undefined ? '' : ` ${rule.reason.trim().replace(/[^.!?]$/, '$&.')}`;

/** Says that no rule names words that a rule for their program does not cover: `git remote-ext, which …`. */
export const unnamedReason = (unclear: string): string => `no rule names ${unclear}`;

export function askReason(call: DecidedCall, why: string): string {
  return `${call.tool.name} needs approval: ${why}.`;
}

export function allowReason(call: DecidedCall, rule: PermissionRule | undefined, layers: PermissionLayers): string {
  if (rule !== undefined) return `${call.tool.name} is allowed by the rule${where(rule, layers)}.`;
  if (passesInSandbox(call, layers)) return `${call.tool.name} is allowed: it runs in the sandbox, whose autoAllow is on.`;
  const what = call.accesses.some((access) => access.kind === 'write') ? 'its writes stay' : 'it only reads, and stays';
  return `${call.tool.name} is allowed: ${what} inside the working directories (permission mode ${layers.mode}).`;
}

function relative(path: string, layers: PermissionLayers): string {
  return path !== layers.workspace && isInside(path, layers.workspace)
    ? path.slice(layers.workspace.replace(/\/$/, '').length + 1)
    : path;
}
