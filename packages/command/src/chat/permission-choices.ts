import { type PermissionAnswer, type PermissionQuestion, type PermissionUpdate, visibleText } from '@loadout/core/run';

/** An answer that a person may choose by its key. */
export interface PermissionChoice {
  readonly key: string;
  readonly text: string;
  readonly update?: PermissionUpdate | undefined;
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

/** The choices for a question. A grant lasts for this session, because settings belong to the person. */
export function permissionChoices(
  { suggestions }: PermissionQuestion,
  { isFileChange }: { readonly isFileChange: boolean },
): readonly PermissionChoice[] {
  const lasting = suggestions.flatMap((given): PermissionChoice[] => {
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
    { key: NO, text: 'no (also an empty line); the model reads any text after n' },
  ];
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
