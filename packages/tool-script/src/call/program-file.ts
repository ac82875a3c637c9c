import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { isExecutable } from '@loadout/node';
import { errors } from '../errors.js';
import type { Script } from '../script.js';

type Named = Pick<Script, 'name' | 'declaration' | 'configDir'>;

/** The file of the project that a tool runs, absolute; `undefined` for a program that PATH finds. */
export function fileOf({ declaration: { run = [], script }, configDir }: Named): string | undefined {
  const program = script ?? run[0];
  return program === undefined || (script === undefined && !program.includes('/')) ? undefined : resolve(configDir, program);
}

/** The bytes of the file, and where it really is; `undefined` if there is none, or it cannot be read. */
export function fileStateOf(named: Named): string | undefined {
  const path = fileOf(named);
  if (path === undefined) return undefined;
  try {
    return createHash('sha256')
      .update(`${realpathSync.native(path)}\0`)
      .update(readFileSync(path))
      .digest('hex');
  } catch {
    return undefined;
  }
}

/** Throws for a file that cannot be started, with the reason, and for one that is not what it was when the session began. */
export function assertStarts(script: Script): void {
  const path = fileOf(script);
  if (path === undefined) return;
  const { name } = script;
  const no = (problem: string, fix: string) => errors.SCRIPT_FILE({ name, path, problem, fix });
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    throw no('is no file', 'Write the path relative to the configuration.');
  if (script.file !== fileStateOf(script)) throw errors.SCRIPT_CHANGED({ name, path });
  if (!isExecutable(path)) throw no('is not executable', `chmod +x ${path}`);
  const head = readFileSync(path).subarray(0, 512);
  if (head.subarray(0, 2).toString('latin1') === '#!') assertInterpreter(head.toString('utf8'), no);
  else if (!head.includes(0)) throw no('does not say what runs it', 'Begin it with a line such as #!/usr/bin/env python3.');
}

type No = (problem: string, fix: string) => Error;

function assertInterpreter(head: string, no: No): void {
  const [line = ''] = head.split('\n', 1);
  if (line.endsWith('\r'))
    throw no(
      'ends its first line with a carriage return, so that nothing can run it',
      'Save it with the line ends of Unix (LF).',
    );
  const [program = ''] = line.slice(2).trim().split(/\s+/);
  if (isAbsolute(program) && !isExecutable(program))
    throw no(`names ${program} in its first line, which is not there`, 'Install it, or begin with #!/usr/bin/env and a name.');
}
