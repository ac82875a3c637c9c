import { relative } from 'node:path';
import { changeLines, type Paint } from '@loadout/command';
import {
  fileChange,
  keptRule,
  NO,
  type PermissionChoice,
  type PersonalRules,
  permissionAnswer,
  permissionChoices,
  unanswered,
} from '@loadout/command/chat';
import { type Asker, type PermissionQuestion, questionText, visibleText } from '@loadout/core/run';
import type { Person } from './person.js';

interface AskedAt {
  readonly person: Person;
  readonly paint: Paint;
  readonly cwd: () => string;
  /** The project for which a rule can be kept. */
  readonly project?: PersonalRules | undefined;
}

/** Asks a person whether a call may run, and shows a change of a file as a change. Source: PERM-01, PERM-04. */
export const permissionFrom =
  (at: AskedAt): Asker =>
  (question) =>
    at.person.asks(async () => {
      const choices = permissionChoices(question, {
        isFileChange: fileChange(question, { cwd: at.cwd() }) !== undefined,
        project: at.project,
      });
      at.person.show(
        question.signal.aborted ? [] : [...callLines(question, at), ...choices.map(({ key, text }) => `  ${key}  ${text}`)],
      );
      for (;;) {
        const line = question.signal.aborted ? undefined : await at.person.line(question.signal);
        if (line === undefined) return unanswered(question);
        const { toolName } = question;
        const chosen = chosenBy(line.trim(), choices);
        if (chosen !== undefined) {
          const says = await keptRule(chosen.choice, at.project);
          if (says !== undefined) at.person.show([flat(says)]);
          return permissionAnswer(chosen.choice, { toolName, words: chosen.words });
        }
        at.person.show([`Type one of: ${choices.map(({ key }) => key).join(', ')}.`]);
      }
    });

function callLines(question: PermissionQuestion, { paint, cwd }: AskedAt): readonly string[] {
  const { toolName: tool, input, off, reason, agentId, runs } = question;
  const asker = agentId === 'main' ? [] : [`A subagent asks (${flat(agentId)}).`];
  const change = fileChange(question, { cwd: cwd() });
  if (change === undefined) return [...asker, ...questionText({ tool, input, off, reason, runs }).split('\n')];
  const path = relative(cwd(), change.path);
  return [
    ...asker,
    paint('bold', `${tool} wants to change ${flat(path.startsWith('..') ? change.path : path)}:`),
    ...changeLines(change, { paint }),
    `Why it asks: ${flat(reason)}`,
  ];
}

/** The choice, and what the person says with a no. `undefined` if the answer is not clear. */
function chosenBy(
  text: string,
  choices: readonly PermissionChoice[],
): { readonly choice: Omit<PermissionChoice, 'text'>; readonly words?: string | undefined } | undefined {
  const [, words] = /^(?:n|no)(?:[\s,:]+(.*))?$/i.exec(text) ?? [];
  if (text === '' || /^no?(?:[\s,:]|$)/i.test(text)) return { choice: { key: NO }, words };
  const choice = choices.find(({ key }) => key === text.toLowerCase() || (key === 'y' && text.toLowerCase() === 'yes'));
  return choice && { choice };
}

const flat = (text: string) => visibleText(text).lines.join('⏎');
