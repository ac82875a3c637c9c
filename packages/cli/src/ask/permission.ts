import { relative } from 'node:path';
import { changeLines, type Paint } from '@loadout/command';
import { fileChange, NO, type PermissionChoice, permissionAnswer, permissionChoices, unanswered } from '@loadout/command/chat';
import { type Asker, type PermissionAnswer, type PermissionQuestion, questionText, visibleText } from '@loadout/core/run';
import type { Person } from './person.js';

interface AskedAt {
  readonly person: Person;
  readonly paint: Paint;
  readonly cwd: () => string;
}

/** Asks a person whether a call may run, and shows a change of a file as a change. Source: PERM-01, PERM-04. */
export const permissionFrom =
  (at: AskedAt): Asker =>
  (question) =>
    at.person.asks(async () => {
      const choices = permissionChoices(question, { isFileChange: fileChange(question, { cwd: at.cwd() }) !== undefined });
      at.person.show(
        question.signal.aborted ? [] : [...callLines(question, at), ...choices.map(({ key, text }) => `  ${key}  ${text}`)],
      );
      for (;;) {
        const line = question.signal.aborted ? undefined : await at.person.line(question.signal);
        if (line === undefined) return unanswered(question);
        const answer = answerOf(line.trim(), { choices, question });
        if (answer !== undefined) return answer;
        at.person.show([`Type one of: ${choices.map(({ key }) => key).join(', ')}.`]);
      }
    });

function callLines(question: PermissionQuestion, { paint, cwd }: AskedAt): readonly string[] {
  const { toolName: tool, input, reason, agentId } = question;
  const under = agentId === 'main' ? [] : [`A subagent asks (${flat(agentId)}).`];
  const change = fileChange(question, { cwd: cwd() });
  if (change === undefined) return [...under, ...questionText({ tool, input, reason, parts: [] }).split('\n')];
  const path = relative(cwd(), change.path);
  return [
    ...under,
    paint('bold', `${tool} wants to change ${flat(path.startsWith('..') ? change.path : path)}:`),
    ...changeLines(change, { paint }),
    `Why it asks: ${flat(reason)}`,
  ];
}

/** `undefined` if the answer is not clear. */
function answerOf(
  text: string,
  { choices, question }: { readonly choices: readonly PermissionChoice[]; readonly question: PermissionQuestion },
): PermissionAnswer | undefined {
  const { toolName } = question;
  const [, words] = /^(?:n|no)(?:[\s,:]+(.*))?$/i.exec(text) ?? [];
  if (text === '' || /^no?(?:[\s,:]|$)/i.test(text)) return permissionAnswer({ key: NO }, { toolName, words });
  const chosen = choices.find(({ key }) => key === text.toLowerCase() || (key === 'y' && text.toLowerCase() === 'yes'));
  return chosen && permissionAnswer(chosen, { toolName });
}

const flat = (text: string) => visibleText(text).lines.join('⏎');
