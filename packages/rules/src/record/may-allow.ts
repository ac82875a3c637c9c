import type { Access } from '@loadout/core';
import type { PermissionRule } from '@loadout/core/run';
import type { RecordedCall } from './recorded-call.js';
import type { RuleSet } from './rule-set.js';

/** Whether an allow rule could allow a part of a call, judged by its first characters. Where it says no, `decide` says no. */
export function mayAllow(rule: PermissionRule, { call }: RecordedCall, set: RuleSet): boolean {
  const { specifier, tool } = rule;
  const kind = KINDS.get(tool);
  if (specifier === undefined || kind === undefined) return true;
  if (kind === 'run') {
    const program = programOf(specifier);
    // A rule for a shell is also compared with the paths that the call of the shell touches.
    return call.accesses.some((part) => part.kind !== 'run' || (part.words?.[0] ?? part.text).startsWith(program));
  }
  const folder = folderOf(specifier, set.workspace);
  return call.accesses.some((part) => part.kind === kind && 'path' in part && part.path.startsWith(folder));
}

/** The names that proposals have. A rule under another name is compared in full. */
const KINDS: ReadonlyMap<string, Access['kind']> = new Map([
  ['Read', 'read'],
  ['Edit', 'write'],
  ['Bash', 'run'],
]);

/** The beginning of all paths that a pattern matches. Empty for a pattern that holds at any depth. */
function folderOf(pattern: string, workspace: string): string {
  const plain = /^[^\\*?[\]{}()]*/.exec(pattern)?.[0].replace(/\/$/, '') ?? '';
  if (plain.startsWith('//')) return plain.slice(1);
  return plain.startsWith('/') ? workspace + plain : '';
}

/** The program of a pattern of plain words. */
const programOf = (pattern: string): string => /^[\w./-]+(?= |:\*$|$)/.exec(pattern)?.[0] ?? '';
