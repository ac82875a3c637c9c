import type { Decision, Place } from '../model/trajectory.js';
import { below } from './call-title.js';
import { clip } from './clip.js';

/** The decision of a call as the journal or a trace has it. */
export interface DecisionFacts {
  readonly reason?: string | undefined;
  readonly rule?: string | undefined;
  readonly position?: Place | undefined;
  readonly by?: 'hook' | 'person' | 'nobody' | undefined;
}

interface About {
  readonly effect: Decision['effect'];
  readonly tool: string;
  readonly mode: string | undefined;
  readonly cwd: string | undefined;
  /** The text that the model got for a denied call. */
  readonly text?: string | undefined;
}

const REASON_CHARS = 600;

/** The advice that a refusal ends with: the rules to add, or how to write the call so that a rule can name it. */
const ADVICE = /(?:Add to permissions\.allow: |For a rule that names )[^\n]+/;

export function decisionOf(
  { reason, rule, position, by }: DecisionFacts,
  { effect, tool, mode, cwd, text = '' }: About,
): Decision {
  const place = position === undefined ? undefined : placeOf(position, cwd);
  const decided = { by: by ?? (rule === undefined ? ('mode' as const) : ('rule' as const)), rule, place };
  return {
    effect,
    reason: clip(reason ?? text, REASON_CHARS),
    mode,
    ...decided,
    ...(effect === 'deny' ? { cure: clip(ADVICE.exec(text)?.[0] ?? cureOf(decided, { tool }), REASON_CHARS) } : {}),
  };
}

/** A place as it is shown: below the session's folder by its relative path. */
export const placeOf = ({ file, line, column }: Place, cwd: string | undefined): Place => ({
  file: below(file, cwd),
  line,
  column,
});

/** The cure that the refusal itself names: the part behind its last ` Fix: ` or line. The pipeline ends a refusal with it. */
function cureOf(decision: Pick<Decision, 'by' | 'rule' | 'place'>, { tool }: { readonly tool: string }): string {
  const { by, rule, place } = decision;
  const at = place === undefined ? '' : ` at ${place.file}:${place.line}:${place.column}`;
  if (by === 'hook') return 'Call the tool in a way that the hook accepts, or change the hook.';
  if (by === 'person') return 'The person who was asked said no. A rule under permissions.allow asks nobody.';
  if (by === 'nobody')
    return `Nobody was there to ask. Add a rule for this call of ${tool} under permissions.allow; loadout explain proposes it.`;
  if (by === 'rule' && rule !== undefined) return `Remove or narrow the rule ${rule}${at}. No allow rule lifts a deny rule.`;
  return 'The permission mode denies the call. Choose a mode that asks, or add a rule under permissions.allow.';
}
