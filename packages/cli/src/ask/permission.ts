import { basename, relative } from 'node:path';
import { changeLines, type Paint } from '@loadout/command';
import { messageOf } from '@loadout/core';
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
  /** The project for which a rule can be kept. */
  readonly project?: Project | undefined;
}

interface Project {
  /** The person's own file, which gets the rule. */
  readonly file: string;
  /** Writes a rule, and returns the sentence to show. */
  keep(update: PermissionUpdate): Promise<string>;
}

/** Asks a person whether a call may run, and shows a change of a file as a change. Source: PERM-01, PERM-04. */
export const permissionFrom =
  (at: AskedAt): Asker =>
  (question) =>
    at.person.asks(async () => {
      const isFileChange = fileChange(question, { cwd: at.cwd() }) !== undefined;
      const choices = choicesOf(question, { isFileChange, project: at.project });
      at.person.show(
        question.signal.aborted ? [] : [...callLines(question, at), ...choices.map(({ key, text }) => `  ${key}  ${text}`)],
      );
      for (;;) {
        const line = question.signal.aborted ? undefined : await at.person.line(question.signal);
        if (line === undefined) return { behavior: 'deny', message: `Nobody answered whether ${question.toolName} may run.` };
        const answer = answerOf(line.trim(), { choices, question });
        if (answer === undefined) at.person.show([`Type one of: ${choices.map(({ key }) => key).join(', ')}.`]);
        else if ('key' in answer) return take(answer, at);
        else return answer;
      }
    });

/** Does what a choice says. A rule that cannot be kept for the project holds for this session. */
async function take({ update, isKept }: Choice, { person, project }: AskedAt): Promise<PermissionAnswer> {
  if (update === undefined) return { behavior: 'allow' };
  if (isKept === true && project !== undefined) {
    const says = await project.keep(update).catch((error: unknown) => `${messageOf(error)} It is allowed in this session.`);
    person.show([flat(says)]);
  }
  return { behavior: 'allow', updatedPermissions: [update] };
}

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
  /** Whether the rule is kept for the project. */
  readonly isKept?: boolean;
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

interface Offered {
  readonly isFileChange: boolean;
  readonly project: Project | undefined;
}

/** The choices for a question. A grant lasts for this session, or is kept in a file of the person; shared settings stay as they are. */
function choicesOf({ suggestions }: PermissionQuestion, { isFileChange, project }: Offered): readonly Choice[] {
  const lasting = suggestions.flatMap((given): Choice[] => {
    const update: PermissionUpdate = { ...given, destination: 'session' };
    // The mode would also let commands such as rm run, which is not what a person says yes to (GAP-G7).
    if (update.type === 'setMode') return isFileChange ? [FILE_CHANGES] : [];
    if (update.type !== 'addRules') return [];
    const rules = update.rules.map(({ toolName, ruleContent }) =>
      ruleContent === undefined ? `${toolName} (every call of it)` : `${toolName}(${ruleContent})`,
    );
    const rule = flat(rules.join(', '));
    const session: Choice = { key: 'a', text: `yes, and always allow in this session: ${rule}`, update };
    if (project === undefined) return [session];
    const written = `(written to ${basename(project.file)})`;
    return [session, { key: 'p', text: `yes, and always allow in this project: ${rule} ${written}`, update, isKept: true }];
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
): PermissionAnswer | Choice | undefined {
  const [, words] = /^(?:n|no)(?:[\s,:]+(.*))?$/i.exec(text) ?? [];
  if (text === '' || /^no?(?:[\s,:]|$)/i.test(text)) {
    const said = words === undefined || words === '' ? '' : ` They say: ${words}`;
    return {
      behavior: 'deny',
      message: `The person at the terminal does not want ${question.toolName} to run like this.${said}`,
    };
  }
  return choices.find(({ key }) => key === text.toLowerCase() || (key === 'y' && text.toLowerCase() === 'yes'));
}

const flat = (text: string) => visibleText(text).lines.join('⏎');
