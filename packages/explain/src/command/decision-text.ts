import { type Paint, placeText, printable, type Style, table } from '@loadout/command';
import {
  type PartDecision,
  type PermissionDecision,
  type PermissionRule,
  partText,
  ruleText,
  visibleText,
} from '@loadout/core/run';

const STYLES: Record<PermissionDecision['behavior'], Style> = { allow: 'green', ask: 'yellow', deny: 'red' };

/** The outcome of a step. Hooks do not run when a call is only explained. */
export const outcomeOf = ({ what, outcome }: { readonly what: string; readonly outcome: string }): string =>
  what === 'PreToolUse hooks' ? 'not run' : outcome;

/** A decision for people: the call, the reason, each step with its rule and place, and a rule that would allow the call. */
export function decisionText(
  decision: PermissionDecision & { readonly parts?: readonly PartDecision[] },
  { cwd, paint }: { readonly cwd: string; readonly paint: Paint },
): string {
  const { behavior, reason, fix, trace, parts = [] } = decision;
  const steps = trace.map((step) => [
    '',
    printable(step.what),
    outcomeOf(step),
    step.rule === undefined ? '' : ruleAt(step.rule, cwd),
  ]);
  const asked = behavior === 'ask' ? 'In loadout run nobody can be asked, so the call would be denied.\n' : '';
  return [
    `${paint(STYLES[behavior], behavior)}: ${printable(reason)}\n`,
    asked,
    parts.length > 0 ? `Parts:\n${table(parts.map((part) => partRow(part, cwd)))}` : '',
    steps.length > 0 ? `Steps:\n${table(steps)}` : '',
    fix === undefined ? '' : `To allow it: ${printable(fix)}\n`,
  ].join('');
}

/** One part of a call: its decision, and the rule that decides or would allow it. */
function partRow({ part, behavior, rule, named, why: cause, reason, fix }: PartDecision, cwd: string): readonly string[] {
  const why =
    rule !== undefined
      ? `${ruleAt(rule, cwd)}${named === undefined ? '' : printable(`: the word ${named.word} may name ${named.path}`)}`
      : behavior === 'allow'
        ? 'no rule needed'
        : printable(`${cause === undefined ? reason : `${cause}.`} ${fix ?? ''}`);
  return ['', visibleText(partText(part)).lines.join('⏎'), behavior, why];
}

const ruleAt = (rule: PermissionRule, cwd: string) =>
  `${printable(ruleText(rule))} (${rule.position === undefined ? `${rule.layer} settings` : placeText(rule.position, cwd)})`;
