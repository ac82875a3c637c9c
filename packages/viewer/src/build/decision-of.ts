import type { Decision, Place } from '../model/trajectory.js';
import { below } from './call-title.js';
import { clip } from './clip.js';
import { cureOf } from './cure-of.js';

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
