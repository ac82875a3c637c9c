import { relative } from 'node:path';
import { changeLines, type Paint } from '@loadout/command';
import {
  type Asker,
  type PermissionAnswer,
  type PermissionQuestion,
  type PermissionUpdate,
  questionText,
  visibleText,
} from '@loadout/core/run';
import { fileChange } from './file-change.js';
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
      const choices = choicesOf(question, fileChange(question, { cwd: at.cwd() }) !== undefined);
      at.person.show(
        question.signal.aborted ? [] : [...callLines(question, at), ...choices.map(({ key, text }) => `  ${key}  ${text}`)],
      );
      for (;;) {
        const line = question.signal.aborted ? undefined : await at.person.line(question.signal);
        if (line === undefined) return { behavior: 'deny', message: `Nobody answered whether ${question.toolName} may run.` };
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

interface Choice {
  readonly key: string;
  readonly text: string;
  readonly update?: PermissionUpdate | undefined;
}

const FILE_CHANGES: Choice = {
  key: 'e',
  text: 'yes, and allow file changes in this folder for this session, but no commands such as rm',
  update: {
    type: 'addRules',
    rules: [{ toolName: 'Edit', ruleContent: '/**' }],
    behavior: 'allow',
    destination: 'session',
  },
};

/** The choices for a question. A grant lasts for this session, because settings belong to the person. */
function choicesOf({ suggestions }: PermissionQuestion, isFileChange: boolean): readonly Choice[] {
  const lasting = suggestions.flatMap((given): Choice[] => {
    const update: PermissionUpdate = { ...given, destination: 'session' };
    // The mode would also let commands such as rm run, which is not what a person says yes to (GAP-G7).
    if (update.type === 'setMode') return isFileChange ? [FILE_CHANGES] : [];
    if (update.type !== 'addRules') return [];
    const rules = update.rules.map(({ toolName, ruleContent }) =>
      ruleContent === undefined ? `${toolName} (every call of it)` : `${toolName}(${ruleContent})`,
    );
    return [{ key: 'a', text: `yes, and always allow in this session: ${flat(rules.join(', '))}`, update }];
  });
  return [
    { key: 'y', text: 'yes, this once' },
    ...lasting,
    { key: 'n', text: 'no (also an empty line); the model reads any text after n' },
  ];
}

/** `undefined` if the answer is not clear. */
function answerOf(
  text: string,
  { choices, question }: { readonly choices: readonly Choice[]; readonly question: PermissionQuestion },
): PermissionAnswer | undefined {
  const [, words] = /^(?:n|no)(?:[\s,:]+(.*))?$/i.exec(text) ?? [];
  if (text === '' || /^no?(?:[\s,:]|$)/i.test(text)) {
    const said = words === undefined || words === '' ? '' : ` They say: ${words}`;
    return {
      behavior: 'deny',
      message: `The person at the terminal does not want ${question.toolName} to run like this.${said}`,
    };
  }
  const chosen = choices.find(({ key }) => key === text.toLowerCase() || (key === 'y' && text.toLowerCase() === 'yes'));
  if (chosen === undefined) return undefined;
  return { behavior: 'allow', ...(chosen.update === undefined ? {} : { updatedPermissions: [chosen.update] }) };
}

const flat = (text: string) => visibleText(text).lines.join('⏎');
