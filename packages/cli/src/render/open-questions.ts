import { oneLine, printable } from '@loadout/command';
import type { Ask, ListedRun } from '@loadout/engine-restate';

/** Writes the open questions of a run, with the command that answers each. */
export const openQuestions = ({ run, asks }: ListedRun, nameOf: (ask: Ask) => string): readonly string[] =>
  asks.map((ask) =>
    [
      '',
      ...subjectOf(run, ask),
      ...(ask.agentId === 'main' ? [] : [`  agent ${oneLine(ask.agent, 100)} (${ask.agentId})`]),
      ...reasonOf(ask),
      ...(ask.expires === undefined ? [] : [`  until ${ask.expires.slice(0, 19)}`]),
      ...(ask.from === undefined ? [] : [`  of ${oneLine(Object.keys(ask.from).join(', '), 200)}`]),
      `  ${commandFor(run, ask, nameOf(ask))}`,
      '',
    ]
      .map(printable)
      .join('\n'),
  );

/** Writes a question as one line, with the command that answers it. */
export const questionLine = (run: string, ask: Ask, name: string): string =>
  `${subjectOf(run, ask).join(' ')} · ${commandFor(run, ask, name)}`;

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

const commandFor = (run: string, { questions }: Ask, name: string): string =>
  questions === undefined
    ? `loadout approve ${run} ${name}`
    : `loadout answer ${run} ${name}${' --text TEXT'.repeat(questions.length)}`;
