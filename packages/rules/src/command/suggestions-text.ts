import { localTime, oneLine, plural } from '@loadout/command';
import type { RecordedCall } from '../record/recorded-call.js';
import type { Kind, Proposal, Proposals } from '../suggest/proposal.js';
import { callText } from './call-text.js';
import type { Project } from './project.js';

/** The number of calls that are shown for a rule. */
const SHOWN = 3;

export const suggestionsText = (found: Proposals, { record }: Project): string =>
  [
    ...notesOf(record).map((note) => `note: ${note}\n`),
    ...(summaryText(found) === undefined ? [] : [`${summaryText(found)}\n`]),
    ...(found.rules.length === 0 ? [] : ['\n', proposedText(found.rules)]),
  ].join('');

/** The line above the proposals. `undefined`: they only keep questions. */
export function summaryText({ rules, questions, spared }: Proposals): string | undefined {
  const answering = rules.filter(({ rule }) => rule.behavior !== 'ask').length;
  if (answering > 0) return `${plural(answering, 'rule')} would have answered ${spared} of ${plural(questions, 'question')}.`;
  if (rules.length > 0) return undefined;
  if (questions === 0) return 'No question on record would be asked again.';
  return `${plural(questions, 'question')} on record. Nothing was answered alike often enough for a rule.`;
}

/** The kinds in the order in which they are shown, with what each does. */
const KINDS: readonly (readonly [Kind, string])[] = [
  ['allow', 'would let pass what was approved'],
  ['deny', 'would refuse what was refused'],
  ['ask', 'would keep the question about what was refused'],
];

/** The line above the proposals of each kind that has some. */
export const headingsOf = (rules: readonly Proposal[]): readonly { readonly kind: Kind; readonly heading: string }[] =>
  KINDS.flatMap(([kind, does]) => {
    const count = rules.filter(({ rule }) => rule.behavior === kind).length;
    return count === 0 ? [] : [{ kind, heading: `${plural(count, `${kind} rule`)} ${does}` }];
  });

/** The proposals, each kind apart. */
export const proposedText = (rules: readonly Proposal[]): string =>
  headingsOf(rules)
    .flatMap(({ kind, heading }) => {
      const own = rules.filter(({ rule }) => rule.behavior === kind);
      return [`${heading}:`, '', ...own.flatMap((rule) => [...proposalLines(rule), ''])];
    })
    .map((line) => `${line}\n`)
    .join('');

/** The parts of the record that count for nothing. */
export const notesOf = ({ unread, unclear }: Project['record']): readonly string[] => [
  ...unread.map((problem) => oneLine(problem, 200)),
  ...(unclear.length === 0
    ? []
    : [`${plural(unclear.length, 'call')} on record do not say what they touch, so they do not count.`]),
];

function proposalLines({ rule, text, calls, also, example, runs }: Proposal): readonly string[] {
  const more = alsoText(rule.behavior);
  return [
    `${rule.behavior}  ${oneLine(text, 200)}`,
    `  ${evidenceText(rule.behavior, calls)}`,
    ...shownCalls(calls).map((one) => `    ${one}`),
    ...(example === undefined ? [] : [`  ${more}: ${oneLine(example, 120)}`]),
    ...(runs === undefined
      ? []
      : [`  runs ${oneLine(runs.path, 120)}, which the agent may write unasked by ${oneLine(runs.rule, 120)}`]),
    ...(also.length === 0
      ? []
      : [
          `  ${more} ${plural(also.length, 'call')} that nobody answered so, such as: ${also.slice(0, 1).map(callText).join('')}`,
        ]),
  ];
}

/** The words before what a rule does beyond its evidence. */
const alsoText = (behavior: Kind): string =>
  ({ allow: 'would also allow', deny: 'would also deny', ask: 'would also ask about' })[behavior];

/**
 * Says what the record has for a rule: how often, where, by whom and when. Transcripts of Claude Code say that a call passed, and not by
 * whom.
 */
function evidenceText(behavior: Kind, calls: readonly RecordedCall[]): string {
  const did = { allow: ['approved', 'passed'], deny: ['refused', 'refused'], ask: ['refused', 'refused'] }[behavior];
  const parts = [undefined, 'claude' as const].flatMap((source, index) => {
    const own = calls.filter((call) => call.source === source);
    const sessions = plural(new Set(own.map(({ session }) => session)).size, 'session');
    return own.length === 0
      ? []
      : [`${did[index]} ${timesText(own.length)} in ${sessions} ${index === 0 ? 'by a person' : 'of Claude Code'}`];
  });
  return `${parts.join(' and ')}${spanText(calls)}`;
}

/** The first and the last time. */
function spanText(calls: readonly RecordedCall[]): string {
  const [first, last] = (['first', 'last'] as const).map((which) => {
    const time = timeOf(calls, which);
    return time === undefined ? undefined : localTime(new Date(time));
  });
  if (last === undefined) return '';
  return first === last ? `, last ${last}` : `, first ${first}, last ${last}`;
}

const timesText = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

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
    first: timeOf(calls, 'first'),
    last: timeOf(calls, 'last'),
    evidence: evidenceText(rule.behavior, calls),
    calls: [...new Set(calls.map(callText))],
    runs,
    also: { does: alsoText(rule.behavior), example, recorded: [...new Set(also.map(callText))] },
  })),
  unclear: record.unclear.length,
  unread: record.unread,
});

function timeOf(calls: readonly RecordedCall[], which: 'first' | 'last'): string | undefined {
  const times = calls.flatMap(({ at }) => at ?? []).toSorted((a, b) => a - b);
  const time = times.at(which === 'first' ? 0 : -1);
  return time === undefined ? undefined : new Date(time).toISOString();
}
