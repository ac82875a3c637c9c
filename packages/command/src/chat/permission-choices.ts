import { basename } from 'node:path';
import { messageOf } from '@loadout/core';
import type { PersonalRules } from '@loadout/core/commands';
import type { PermissionAnswer, PermissionQuestion, PermissionUpdate } from '@loadout/core/run';
import { visibleText } from '@loadout/core/run';

/** An answer that a person may choose by its key. */
export interface PermissionChoice {
  readonly key: string;
  readonly text: string;
  readonly update?: PermissionUpdate | undefined;
  /** Whether the rule is kept for the project. */
  readonly isKept?: boolean | undefined;
}

/** The refusal, which takes words for the model. */
export const NO = 'n';

const FILE_CHANGES: PermissionChoice = {
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
  readonly project: PersonalRules | undefined;
}

/** The choices for a question. A grant lasts for this session, or is kept in a file of the person; shared settings stay as they are. */
export function permissionChoices(
  { suggestions }: PermissionQuestion,
  { isFileChange, project }: Offered,
): readonly PermissionChoice[] {
  const lasting = suggestions.flatMap((given): PermissionChoice[] => {
    const update: PermissionUpdate = { ...given, destination: 'session' };
    // The mode would also let commands such as rm run, which is not what a person says yes to (GAP-G7).
    if (update.type === 'setMode') return isFileChange ? [FILE_CHANGES] : [];
    if (update.type !== 'addRules') return [];
    const rules = update.rules.map(({ toolName, ruleContent }) =>
      ruleContent === undefined ? `${toolName} (every call of it)` : `${toolName}(${ruleContent})`,
    );
    const rule = flat(rules.join(', '));
    const session = { key: 'a', text: `yes, and always allow in this session: ${rule}`, update };
    if (project === undefined) return [session];
    const written = `(written to ${basename(project.file)})`;
    return [session, { key: 'p', text: `yes, and always allow in this project: ${rule} ${written}`, update, isKept: true }];
  });
  return [
    { key: 'y', text: 'yes, this once' },
    ...lasting,
    { key: NO, text: 'no (also an empty line); the model reads any text after n' },
  ];
}

/** Keeps the rule of a choice, if it is one that is kept. Returns what to say. A rule that cannot be kept for the project holds for this session. */
export async function keptRule(
  { update, isKept }: Pick<PermissionChoice, 'update' | 'isKept'>,
  project: PersonalRules | undefined,
): Promise<string | undefined> {
  if (isKept !== true || update === undefined || project === undefined) return undefined;
  return project.keep(update).catch((error: unknown) => `${messageOf(error)} It is allowed in this session.`);
}

/** The answer of a choice. `words`: what a person who says no has to say to the model. */
export function permissionAnswer(
  { key, update }: Pick<PermissionChoice, 'key' | 'update'>,
  { toolName, words = '' }: { readonly toolName: string; readonly words?: string | undefined },
): PermissionAnswer {
  if (key !== NO) return { behavior: 'allow', ...(update === undefined ? {} : { updatedPermissions: [update] }) };
  const said = words === '' ? '' : ` They say: ${words}`;
  return { behavior: 'deny', message: `The person at the terminal does not want ${toolName} to run like this.${said}` };
}

/** Nobody is there who could answer. */
export const unanswered = ({ toolName }: Pick<PermissionQuestion, 'toolName'>): PermissionAnswer => ({
  behavior: 'deny',
  message: `Nobody answered whether ${toolName} may run.`,
});

const flat = (text: string) => visibleText(text).lines.join('⏎');
