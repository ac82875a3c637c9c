import { messageOf } from '@loadout/core';
import { editorOf, editText } from '@loadout/node';
import { errors } from '../errors.js';

export interface OutsideOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command of the person's settings. Default: `$VISUAL`, `$EDITOR`, then vi. */
  readonly command?: string | undefined;
}

/** Lets the person edit a text in their own editor. Throws EDITOR_FAILED; then the text is as it was. */
export async function editOutside(text: string, { env, command: chosen }: OutsideOptions): Promise<string> {
  const command = chosen || editorOf(env);
  try {
    // Editors end the last line.
    return (await editText(text, { command, env, name: 'prompt.md' })).replace(/\r?\n$/, '');
  } catch (cause) {
    throw errors.EDITOR_FAILED({ command, problem: messageOf(cause) });
  }
}
