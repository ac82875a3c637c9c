import type { PermissionRule } from '../contract/permission.js';
import { namedBy, openParts, type Part, passesInSandbox } from './allow-parts.js';
import type { DecidedCall, PermissionLayers } from './decided-call.js';
import type { DecidedWord } from './decision.js';
import { hostOf } from './host-pattern.js';
import { namedFile } from './match-rule.js';
import { ruleText } from './parse-rule.js';
import { escapePattern, isInside } from './path-pattern.js';
import { FAMILY_NAMES } from './rule-families.js';

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

/** Returns the advice to add the narrowest rules that together let the call pass. */
export function suggestFix(call: DecidedCall, layers: PermissionLayers): string {
  return `Add to permissions.allow: ${suggestRules(call, layers)
    .map((rule) => JSON.stringify(rule))
    .join(', ')}.`;
}

/** Returns the narrowest rules that together let the call pass, each once. */
export const suggestRules = (call: DecidedCall, layers: PermissionLayers): readonly string[] => [
  ...new Set(needed(openParts(call, layers, []), call, layers).map((part) => suggestFor(part, call, layers))),
];

/** Leaves out the files that the rule for a command covers. */
function needed(open: readonly Part[], call: DecidedCall, layers: PermissionLayers): readonly Part[] {
  return open.filter((part) => {
    const commands = part === 'the call itself' ? [] : namedBy(part, call, layers);
    return commands.length === 0 || !commands.every((run) => open.includes(run));
  });
}

function suggestFor(part: Part, call: DecidedCall, layers: PermissionLayers): string {
  const { name } = call.tool;
  if (part === 'the call itself' || part.kind === 'session') return name;
  if (part.kind === 'run') return part.unclear === undefined || part.named !== undefined ? commandRule(name, part) : name;
  if (part.kind === 'fetch') return hostOf(part.url) === undefined ? name : `${name}(domain:${hostOf(part.url)})`;
  return pathRule(part.kind, part.path, layers);
}

export const suggestEdit = (path: string, layers: PermissionLayers): string => pathRule('write', path, layers);

function pathRule(family: 'read' | 'write', path: string, layers: PermissionLayers): string {
  const inside = path !== layers.workspace && isInside(path, layers.workspace);
  return `${FAMILY_NAMES[family]}(${inside ? '/' : '//'}${escapePattern(inside ? relative(path, layers) : path.slice(1))})`;
}

/**
 * Returns a rule for a command. A word with a blank or `*` cannot be in a rule; the words before it become a prefix, if they are
 * the words that a rule has to name.
 */
function commandRule(name: string, { words = [], named = 1 }: Extract<Part, { kind: 'run' }>): string {
  const odd = words.findIndex((word) => word === null || word === '' || word.startsWith(':') || /[\s*()]/.test(word));
  const plain = odd < 0 ? words : words.slice(0, odd);
  if (plain.length < named) return name;
  return `${name}(${plain.join(' ')}${odd < 0 ? '' : ':*'})`;
}

function relative(path: string, layers: PermissionLayers): string {
  return path !== layers.workspace && isInside(path, layers.workspace)
    ? path.slice(layers.workspace.replace(/\/$/, '').length + 1)
    : path;
}
