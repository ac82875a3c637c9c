import { oneLine } from '@loadout/command';
import { ruleText } from '@loadout/core/run';
import type { ReviewedRule } from '../review/review-rules.js';
import { placeText } from './place-text.js';

/** A line for each rule that the record says something against. */
export const reviewText = (reviewed: readonly ReviewedRule[], cwd: string): string =>
  reviewed
    .map((one) => `${oneLine(`${placeText(one.rule.position, cwd)}  ${nameOf(one.rule)} ${saidOf(one, cwd)}`, 240)}\n`)
    .join('');

const nameOf = (rule: ReviewedRule['rule']): string => `${rule.behavior} ${ruleText(rule)}`;

function saidOf({ finding, by, uses = [] }: ReviewedRule, cwd: string): string {
  if (finding === 'unused') return 'matched no call on record';
  if (finding === 'shadowed')
    return by === undefined ? 'is shadowed' : `decides nothing: ${nameOf(by)} (${placeText(by.position, cwd)}) is tried before`;
  return `allows more than was used: ${uses.join(', ')}`;
}

export const reviewJson = (reviewed: readonly ReviewedRule[], cwd: string) =>
  reviewed.map(({ rule, finding, by, uses }) => ({
    effect: rule.behavior,
    rule: ruleText(rule),
    position: rule.position,
    place: placeText(rule.position, cwd),
    finding,
    said: saidOf({ rule, finding, by, uses }, cwd),
    ...(by === undefined ? {} : { by: { effect: by.behavior, rule: ruleText(by), position: by.position } }),
    ...(uses === undefined ? {} : { uses }),
  }));
