import { oneLine } from '@loadout/command';
import { type Ask, askName } from '../approval/approval.js';
import type { ListedRun } from './listed-run.js';

/** Writes the open questions of a run, with the command that answers each. */
export const openQuestions = ({ run, asks }: ListedRun): readonly string[] =>
  asks.map((ask) =>
    [
      '',
      ...subjectOf(run, ask),
      ...(ask.agentId === 'main' ? [] : [`  agent ${oneLine(ask.agent, 100)} (${ask.agentId})`]),
      ...reasonOf(ask),
      ...(ask.expires === undefined ? [] : [`  until ${ask.expires.slice(0, 19)}`]),
      ...(ask.from === undefined ? [] : [`  of ${oneLine(Object.keys(ask.from).join(', '), 200)}`]),
      `  ${commandFor(run, ask)}`,
      '',
    ].join('\n'),
  );

/** Writes a question as one line, with the command that answers it. */
export const questionLine = (run: string, ask: Ask): string => `${subjectOf(run, ask).join(' ')} · ${commandFor(run, ask)}`;

function subjectOf(run: string, { tool, input, questions }: Ask): readonly string[] {
  if (questions === undefined) return [`${run} asks: ${tool} ${oneLine(input, 200)}`];
  return questions.map(({ question, choices }) => {
    const list = choices.length === 0 ? '' : ` (${choices.join(', ')})`;
    return `${run} asks: ${oneLine(question + list, 300)}`;
  });
}

function reasonOf({ questions, rule, at, reason }: Ask): readonly string[] {
  if (questions !== undefined) return [];
  return [`  ${rule === undefined ? oneLine(reason, 200) : `rule ${oneLine(rule, 100)}${at === undefined ? '' : ` at ${at}`}`}`];
}

function commandFor(run: string, ask: Ask): string {
  const { questions } = ask;
  if (questions === undefined) return `loadout approve ${run} ${askName(ask)}`;
  return `loadout answer ${run} ${askName(ask)}${' --text TEXT'.repeat(questions.length)}`;
}
