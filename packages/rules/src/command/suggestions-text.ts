import { localTime, oneLine, plural } from '@loadout/command';
import type { RecordedCall } from '../record/recorded-call.js';
import type { Proposal, Proposals } from '../suggest/proposal.js';
import { callText } from './call-text.js';
import type { Project } from './project.js';

/** The number of calls that are shown for a rule. */
const SHOWN = 3;

export function suggestionsText({ rules, questions, spared }: Proposals, { record }: Project): string {
  const lines = [...unreadLines(record)];
  if (questions === 0) lines.push('No question on record would be asked again.');
  else if (rules.length === 0)
    lines.push(`${plural(questions, 'question')} on record. Nothing was approved often enough for a rule.`);
  else {
    lines.push(`${plural(rules.length, 'rule')} would have answered ${spared} of ${plural(questions, 'question')}:`, '');
    for (const rule of rules) lines.push(...proposalLines(rule), '');
  }
  return `${lines.join('\n')}\n`;
}

function unreadLines({ unread, unclear }: Project['record']): readonly string[] {
  return [
    ...unread.map((problem) => `note: ${oneLine(problem, 200)}`),
    ...(unclear.length === 0
      ? []
      : [`note: ${plural(unclear.length, 'call')} on record do not say what they touch and count for nothing.`]),
  ];
}

function proposalLines({ rule, text, calls, also, example }: Proposal): readonly string[] {
  const times = calls.flatMap(({ at }) => at ?? []);
  const sessions = new Set(calls.map(({ session }) => session)).size;
  const last = times.length === 0 ? '' : `, last ${localTime(new Date(Math.max(...times)))}`;
  const did = rule.behavior === 'deny' ? 'refused' : 'approved';
  return [
    `${rule.behavior}  ${oneLine(text, 200)}`,
    `  ${did} ${timesText(calls.length)} in ${plural(sessions, 'session')}${last}`,
    ...shownCalls(calls).map((one) => `    ${one}`),
    ...(example === undefined ? [] : [`  would also allow: ${oneLine(example, 120)}`]),
    ...(also.length === 0
      ? []
      : [
          `  would also allow ${plural(also.length, 'call')} that nobody answered, such as: ${also.slice(0, 1).map(callText).join('')}`,
        ]),
  ];
}

const timesText = (count: number) => (count === 1 ? 'once' : `${count} times`);

function shownCalls(calls: readonly RecordedCall[]): readonly string[] {
  const texts = [...new Set(calls.map(callText))];
  return texts.length <= SHOWN ? texts : [...texts.slice(0, SHOWN), `and ${texts.length - SHOWN} others`];
}

export const suggestionsJson = ({ rules, questions, spared }: Proposals, { record }: Project) => ({
  questions,
  spared,
  rules: rules.map(({ rule, text, width, calls, also, example }) => ({
    effect: rule.behavior,
    rule: text,
    width,
    questions: calls.length,
    sessions: [...new Set(calls.map(({ session }) => session))],
    first: timeOf(calls, Math.min),
    last: timeOf(calls, Math.max),
    calls: [...new Set(calls.map(callText))],
    alsoAllows: { example, recorded: [...new Set(also.map(callText))] },
  })),
  unclear: record.unclear.length,
  unread: record.unread,
});

function timeOf(calls: readonly RecordedCall[], pick: (...times: number[]) => number): string | undefined {
  const times = calls.flatMap(({ at }) => at ?? []);
  return times.length === 0 ? undefined : new Date(pick(...times)).toISOString();
}
