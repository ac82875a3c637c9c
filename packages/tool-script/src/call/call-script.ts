import { FileCheckpoints, isLoadoutError, type ToolContext, type ToolOutput } from '@loadout/core';
import { startProblem } from '@loadout/node/platform';
import { trustedProgram } from '@loadout/shell-rules';
import type { Program } from '@loadout/tool-shell/program';
import { secondsOf } from '../check/seconds.js';
import { errors } from '../errors.js';
import type { Script } from '../script.js';
import { fillItems, fillText } from './fill.js';
import { type Call, folderOf, valuesOf } from './place.js';
import { assertStarts, fileOf } from './program-file.js';
import { resultOf } from './result.js';

const DEFAULT_SECONDS = 120;

/** Runs the program of a tool once. Throws SCRIPT_FILE, SCRIPT_CHANGED and SCRIPT_FOLDER. */
export async function callScript(script: Script, call: Call): Promise<ToolOutput> {
  const { name, declaration, runner } = script;
  if (call.context.signal.aborted) throw errors.SCRIPT_CANCELLED({ name });
  assertStarts(script);
  const timeoutMs = 1000 * (secondsOf(declaration.timeout ?? DEFAULT_SECONDS) ?? DEFAULT_SECONDS);
  await keepFiles(call.context);
  const program = programOf(script, call);
  try {
    const end = await runner.run({ ...program, timeoutMs }, call.context);
    return resultOf(end, { declaration, timeoutMs });
  } catch (cause) {
    if (!isLoadoutError(cause) || cause.code !== 'SHELL_START_FAILED') throw cause;
    const command = 'file' in program.run ? program.run.file : 'bash';
    throw errors.SCRIPT_NOT_STARTED({ name, reason: startProblem(cause.cause, { command, cwd: program.cwd }) }, { cause });
  }
}

/** Stores each file that the declaration says the call writes. Of a folder it is not known which files that will be. */
async function keepFiles(context: ToolContext): Promise<void> {
  const checkpoints = context.find(FileCheckpoints);
  if (checkpoints === undefined) return;
  for (const access of context.permitted)
    if (access.kind === 'write' && access.below !== true) await checkpoints.before(access.path);
}

function programOf(script: Script, call: Call): Omit<Program, 'timeoutMs'> {
  const { shell, run = [], env = {}, stdin = 'none' } = script.declaration;
  const { context } = call;
  const values = valuesOf(script, call);
  const cwd = folderOf(script, context);
  const input = stdin === 'none' ? undefined : stdin === 'json' ? JSON.stringify(values) : (fillText(stdin, values) ?? '');
  const around = { cwd, stdin: input };
  if (shell !== undefined) {
    const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
    const variables = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
    return { ...around, run: { shell }, env: { ...env, ...variables } };
  }
  const args = fillItems(run.slice(1), values).map(({ text }) => text);
  const { PATH: path = context.env.PATH ?? '' } = env;
  const file = fileOf(script) ?? trustedProgram(run[0] ?? '', { path, roots: context.roots, cwd });
  return { ...around, run: { file, args }, env };
}
