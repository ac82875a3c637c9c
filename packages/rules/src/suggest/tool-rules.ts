import { type Candidate, ENOUGH } from './candidate.js';
import type { ExactRule } from './exact-rules.js';

/** Proposes a rule for a tool whose calls name nothing that they touch, if calls with different inputs were approved. */
export const toolRules = (exact: readonly ExactRule[]): readonly Candidate[] =>
  exact.flatMap(({ text, rule, approvals }): readonly Candidate[] => {
    if (rule.specifier !== undefined) return [];
    const inputs = new Set(approvals.map(({ record }) => JSON.stringify(record.call.input)));
    if (inputs.size < ENOUGH) return [];
    return [{ rule, text, width: 'tool', covers: [text], example: `any call of ${text}` }];
  });
