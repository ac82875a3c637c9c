import type { Decision } from '../model/trajectory.js';

/** The cure that the refusal itself names: the part behind its last ` Fix: ` or line. The pipeline ends a refusal with it. */
export function cureOf(decision: Pick<Decision, 'by' | 'rule' | 'place'>, { tool }: { readonly tool: string }): string {
  const { by, rule, place } = decision;
  const at = place === undefined ? '' : ` at ${place.file}:${place.line}:${place.column}`;
  if (by === 'hook') return 'Call the tool in a way that the hook accepts, or change the hook.';
  if (by === 'person') return 'The person who was asked said no. A rule under permissions.allow asks nobody.';
  if (by === 'nobody')
    return `Nobody was there to ask. Add a rule for this call of ${tool} under permissions.allow; loadout explain proposes it.`;
  if (by === 'rule' && rule !== undefined) return `Remove or narrow the rule ${rule}${at}. No allow rule lifts a deny rule.`;
  return 'The permission mode denies the call. Choose a mode that asks, or add a rule under permissions.allow.';
}
