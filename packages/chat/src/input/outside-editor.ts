import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '@loadout/core';
import { errors } from '../errors.js';

export interface OutsideOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command of the person's settings. Default: `$VISUAL`, `$EDITOR`, then vi. */
  readonly command?: string | undefined;
}

/**
 * Lets the person edit a text in their own editor, which has the terminal until it ends. Throws EDITOR_FAILED when it cannot be started
 * or says that it failed; then the text is as it was.
 */
export async function editOutside(text: string, { env, command }: OutsideOptions): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-prompt-'));
  const file = join(folder, 'prompt.md');
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    return await edited(file, { env, command: command || env.VISUAL || env.EDITOR || 'vi' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function edited(
  file: string,
  { env, command }: { readonly env: OutsideOptions['env']; readonly command: string },
): Promise<string> {
  try {
    await run(command, { file, env });
    // Editors end the last line.
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    throw errors.EDITOR_FAILED({ command, problem: messageOf(cause) });
  }
}

/**
 * The command may have words of its own, such as `code --wait`, so a shell reads it, as it does for git. Ctrl+C in the editor is for the
 * editor alone: neither this process nor the shell ends by it.
 */
async function run(
  command: string,
  { file, env }: { readonly file: string; readonly env: OutsideOptions['env'] },
): Promise<void> {
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
