import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.js';

type Env = Readonly<Record<string, string | undefined>>;

/** The command of a person's editor, which may have words of its own, such as `code --wait`. */
export const editorOf = ({ VISUAL, EDITOR }: Env): string => VISUAL || EDITOR || 'vi';

/**
 * Lets a person edit a text in their own editor, which has the terminal until it ends. The text is in a file of this name that only
 * its owner can read. Rejects if the editor cannot be started or says that it failed.
 */
export async function editText(
  text: string,
  { command, env, name }: { readonly command: string; readonly env: Env; readonly name: string },
): Promise<string> {
  const folder = temporaryFolder('edit');
  const file = join(folder, name);
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    await runEditor(command, { file, env });
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A shell reads the command, as it does for git. Ctrl+C in the editor is for the editor alone: neither this process nor the shell ends by it. */
async function runEditor(command: string, { file, env }: { readonly file: string; readonly env: Env }): Promise<void> {
  const ignore = () => {};
  process.on('SIGINT', ignore);
  try {
    const child = spawn('/bin/sh', ['-c', `trap : INT; ${command} "$@"`, command, file], { env, stdio: 'inherit' });
    const [code, signal] = await once(child, 'exit');
    if (code !== 0) throw new Error(signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`);
  } finally {
    process.off('SIGINT', ignore);
  }
}
