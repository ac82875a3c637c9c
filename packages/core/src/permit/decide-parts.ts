import type { Access } from '../contract/permission.js';
import { decide } from './decide.js';
import type { DecidedCall, PermissionLayers } from './decided-call.js';
import type { PermissionDecision } from './decision.js';
import { namedBy, SESSION } from './match-rules.js';

export interface PartDecision extends Omit<PermissionDecision, 'trace'> {
  readonly part: Access;
}

/** Decides each thing that a call touches as if the call touched nothing else. */
export function decideParts(call: DecidedCall, layers: PermissionLayers): readonly PartDecision[] {
  return call.accesses.map((part) => {
    const readOnly = call.readOnly || part.kind === 'read';
    const { trace: _, ...decision } = decide({ ...call, accesses: [part], readOnly }, layers);
    const commands = decision.behavior === 'ask' ? namedBy(part, { call, layers }) : [];
    if (commands.length === 0) return { part, ...decision };
    const { trace: __, ...together } = decide({ ...call, accesses: [...commands, part], readOnly }, layers);
    return { part, ...together };
  });
}

export function partText(part: Access): string {
  if (part.kind === 'run') return part.text;
  if (part.kind === 'session') return SESSION;
  return part.kind === 'fetch' ? `fetch ${part.url}` : `${part.kind} ${part.path}${part.below === true ? ' and below' : ''}`;
}
