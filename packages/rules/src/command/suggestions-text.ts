import { localTime, oneLine, plural } from '@loadout/command';
import type { RecordedCall } from '../record/recorded-call.js';
import type { Proposal, Proposals } from '../suggest/proposal.js';
import { callText } from './call-text.js';
import type { Project } from './project.js';

/** The number of calls that are shown for a rule. */
const SHOWN = 3;

export function suggestionsText({ rules, questions, spared }: Proposals, { record }: Project): string {
  const answering = rules.filter(({ rule }) => rule.behavior !== 'ask');
  const asking = rules.filter(({ rule }) => rule.behavior === 'ask');
  const lines = [...unreadLines(record), ...answeringLines(answering, { questions, spared })];
  if (asking.length > 0) lines.push(`${plural(asking.length, 'rule')} would keep the question about what was refused:`, '');
  for (const rule of asking) lines.push(...proposalLines(rule), '');
  return `${lines.join('\n')}\n`;
}

function answeringLines(rules: readonly Proposal[], { questions, spared }: Omit<Proposals, 'rules'>): readonly string[] {
  if (rules.length === 0 && questions === 0) return ['No question on record would be asked again.'];
  if (rules.length === 0) return [`${plural(questions, 'question')} on record. Nothing was approved often enough for a rule.`];
  const head = `${plural(rules.length, 'rule')} would have answered ${spared} of ${plural(questions, 'question')}:`;
  return [head, '', ...rules.flatMap((rule) => [...proposalLines(rule), ''])];
}

function unreadLines({ unread, unclear }: Project['record']): readonly string[] {
  return [
    ...unread.map((problem) => `note: ${oneLine(problem, 200)}`),
    ...(unclear.length === 0
      ? []
      : [`note: ${plural(unclear.length, 'call')} on record do not say what they touch, so they do not count.`]),
  ];
}

function proposalLines({ rule, text, calls, also, example, runs }: Proposal): readonly string[] {
  return [
    `${rule.behavior}  ${oneLine(text, 200)}`,
    `  ${evidenceLine(rule.behavior, calls)}`,
    ...shownCalls(calls).map((one) => `    ${one}`),
    ...(example === undefined ? [] : [`  would also allow: ${oneLine(example, 120)}`]),
    ...(runs === undefined
      ? []
      : [`  runs ${oneLine(runs.path, 120)}, which the agent may write unasked by ${oneLine(runs.rule, 120)}`]),
    ...(also.length === 0
      ? []
      : [
          `  would also allow ${plural(also.length, 'call')} that nobody answered, such as: ${also.slice(0, 1).map(callText).join('')}`,
        ]),
  ];
}

/** Says what the record has for a rule. Transcripts of Claude Code say that a call passed, and not by whom. */
function evidenceLine(behavior: Proposal['rule']['behavior'], calls: readonly RecordedCall[]): string {
  const did = { allow: ['approved', 'passed'], deny: ['refused', 'refused'], ask: ['refused', 'refused'] }[behavior];
  const parts = [undefined, 'claude' as const].flatMap((source, index) => {
    const own = calls.filter((call) => call.source === source);
    const sessions = plural(new Set(own.map(({ session }) => session)).size, 'session');
    return own.length === 0
      ? []
      : [`${did[index]} ${timesText(own.length)} in ${sessions}${index === 0 ? '' : ' of Claude Code'}`];
  });
  const times = calls.flatMap(({ at }) => at ?? []);
  const last = times.length === 0 ? '' : `, last ${localTime(new Date(Math.max(...times)))}`;
  return `${parts.join(' and ')}${last}`;
}

const timesText = (count: number) => (count === 1 ? 'once' : `${count} times`);

function shownCalls(calls: readonly RecordedCall[]): readonly string[] {
  const texts = [...new Set(calls.map(callText))];
  return texts.length <= SHOWN ? texts : [...texts.slice(0, SHOWN), `and ${texts.length - SHOWN} others`];
}

export const suggestionsJson = ({ rules, questions, spared }: Proposals, { record }: Project) => ({
  questions,
  spared,
  rules: rules.map(({ rule, text, width, calls, also, example, runs }) => ({
    effect: rule.behavior,
    rule: text,
    width,
    questions: calls.length,
    sessions: [...new Set(calls.map(({ session }) => session))],
    sources: [...new Set(calls.map(({ source = 'loadout' }) => source))],
    first: timeOf(calls, Math.min),
    last: timeOf(calls, Math.max),
    calls: [...new Set(calls.map(callText))],
    runs,
    alsoAllows: { example, recorded: [...new Set(also.map(callText))] },
  })),
  unclear: record.unclear.length,
  unread: record.unread,
});

function timeOf(calls: readonly RecordedCall[], pick: (...times: number[]) => number): string | undefined {
  const times = calls.flatMap(({ at }) => at ?? []);
  return times.length === 0 ? undefined : new Date(pick(...times)).toISOString();
}
