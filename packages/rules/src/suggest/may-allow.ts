import type { Access } from '@loadout/core';
import type { PermissionRule } from '@loadout/core/run';
import type { RecordedCall } from '../record/recorded-call.js';
import type { RuleSet } from '../record/rule-set.js';

/** Whether an allow rule could allow a part of a call, judged by its first characters. Where it says no, `decide` says no. */
export function mayAllow(rule: PermissionRule, { call }: RecordedCall, set: RuleSet): boolean {
  const { specifier, tool } = rule;
  if (specifier === undefined) return true;
  const kind = tool === 'Read' ? 'read' : tool === 'Edit' ? 'write' : undefined;
  const start = startOf(specifier, kind === undefined ? undefined : set.workspace);
  return call.accesses.some((part) => (kind === undefined || part.kind === kind) && textOf(part).startsWith(start));
}

/** The text with which everything begins that a rule of paths, or a rule of plain words, matches. */
function startOf(specifier: string, workspace: string | undefined): string {
  if (workspace !== undefined) {
    const plain = /^[^\\*?[\]{}()]*/.exec(specifier)?.[0].replace(/\/$/, '') ?? '';
    return plain.startsWith('//') ? plain.slice(1) : plain.startsWith('/') ? workspace + plain : '';
  }
  return /^[\w./-]+(?=[ ]|:\*$|$)/.exec(specifier)?.[0] ?? '';
}

function textOf(part: Access): string {
  if (part.kind === 'read' || part.kind === 'write') return part.path;
  return part.kind === 'run' ? (part.words?.[0] ?? part.text) : '';
}
