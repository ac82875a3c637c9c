import { oneLine, plural } from '@loadout/command';
import { ruleText } from '@loadout/core/run';
import type { Turn, Turns } from '../compare/turns.js';
import type { Judgement } from '../record/rule-set.js';
import { callText } from './call-text.js';
import { placeText } from './place-text.js';

/** Calls that turn in the same way by the same rules. */
interface Group {
  readonly first: Turn;
  readonly turns: Turn[];
}

const SHOWN = 3;

export function turnsText({ turns, judged, unjudged }: Turns, cwd: string): string {
  const groups = grouped(turns);
  const lines = groups.flatMap(({ first, turns: same }) => [
    `${first.before.behavior} -> ${first.after.behavior}  ${plural(same.length, 'call')}${first.widens ? '  WAS DENIED' : ''}`,
    `  before: ${why(first.before, cwd)}`,
    `  after:  ${why(first.after, cwd)}`,
    ...shownCalls(same).map((text) => `    ${text}`),
    '',
  ]);
  const wider = turns.filter(({ widens }) => widens).length;
  const missed = Object.entries(unjudged).map(([reason, count]) => `Not judged: ${plural(count, 'call')}, since ${reason}.`);
  const end =
    turns.length === 0
      ? [judged === 1 ? 'The call on record is decided as before.' : `All ${judged} calls on record are decided as before.`]
      : [summary(turns.length, { judged, wider })];
  return `${[...lines, ...end, ...missed].join('\n')}\n`;
}

const summary = (turned: number, { judged, wider }: { readonly judged: number; readonly wider: number }) =>
  `${turned} of ${plural(judged, 'call')} would be decided differently. ${wider === 0 ? 'None that was denied' : `${plural(wider, 'call')} that was denied`} would be allowed.`;

function grouped(turns: readonly Turn[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const turn of turns) {
    const { before, after, widens } = turn;
    const key = JSON.stringify([before.behavior, after.behavior, widens, before.rule, after.rule]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: turn, turns: [turn] });
    else group.turns.push(turn);
  }
  return [...groups.values()].sort((a, b) => Number(b.first.widens) - Number(a.first.widens) || b.turns.length - a.turns.length);
}

function shownCalls(turns: readonly Turn[]): readonly string[] {
  const texts = [...new Set(turns.map(({ record }) => callText(record)))];
  return texts.length <= SHOWN ? texts : [...texts.slice(0, SHOWN), `and ${texts.length - SHOWN} others`];
}

const why = ({ rule, reason }: Judgement, cwd: string): string =>
  rule === undefined
    ? oneLine(reason, 160)
    : `${rule.behavior} ${oneLine(ruleText(rule), 120)} (${placeText(rule.position, cwd)})`;

export const turnsJson = ({ turns, judged, unjudged }: Turns) => ({
  judged,
  unjudged,
  turns: turns.map(({ record, before, after, widens }) => ({
    session: record.session,
    tool: record.call.tool.name,
    call: callText(record),
    widens,
    before: decisionJson(before),
    after: decisionJson(after),
  })),
});

const decisionJson = ({ behavior, rule, reason }: Judgement) => ({
  behavior,
  reason,
  ...(rule === undefined ? {} : { rule: ruleText(rule), position: rule.position }),
});
