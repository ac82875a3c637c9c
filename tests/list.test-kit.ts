import { join } from 'node:path';
import { judgeConfig } from '@loadout/config';
import { isLoadoutError } from '@loadout/core';
import { exitCodeOfError } from '../packages/cli/src/exit-code.js';
import { tellFailure } from '../packages/cli/src/render/tell-failure.js';
import { runCommand } from '../packages/cli/src/run-command.js';
import { memoryIo } from '../packages/cli/src/testing/memory-io.js';

/** The command in this process, with a separate home and no key. */
export async function inProcess(
  args: readonly string[],
  { cwd, trust = true }: { readonly cwd: string; readonly trust?: boolean },
) {
  const home = { PATH: process.env.PATH ?? '', HOME: join(cwd, '.home') };
  const env = { ...home, ...(trust ? { LOADOUT_TRUST: await hashIn(cwd) } : {}) };
  const { io, written } = memoryIo({ cwd, env });
  const code = await runCommand(args, io).catch(async (error: unknown) => {
    await tellFailure(error, io);
    return exitCodeOfError(error);
  });
  return { code, stdout: written().out, stderr: written().told };
}

/** Empty if no part needs trust. */
async function hashIn(cwd: string): Promise<string> {
  try {
    const { parts, hash } = await judgeConfig({ cwd, env: {}, trust: { file: join(cwd, 'nobody.json') } });
    return parts.length === 0 ? '' : hash;
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    return '';
  }
}
