import { ruleText } from '@loadout/core/run';
import { allowRule } from './approvals.js';
import type { Candidate } from './candidate.js';

/** A rule of a tool, with its text. */
export function familyRule(tool: string, specifier: string): Pick<Candidate, 'rule' | 'text'> {
  const rule = allowRule(`${tool}(${specifier})`);
  return { rule, text: ruleText(rule) };
}
