import type { HookEvent } from '@loadout/core';
import { type ChildExit, type ChildRequest, makePluginData, runChild } from '@loadout/node';
import { startProblem } from '@loadout/node/platform';
import { readExit } from './command-protocol.js';
import { defaultSeconds } from './default-seconds.js';
import { hookKind } from './entry.js';
import { MOST_BYTES } from './read-output.js';

const SHELLS = {
  sh: ['/bin/sh', '-c'],
  bash: ['bash', '-c'],
  powershell: ['pwsh', '-NoProfile', '-NonInteractive', '-Command'],
} as const;

/** Events whose commands may set environment variables for later commands. */
const SETS_UP: readonly HookEvent[] = ['SessionStart', 'CwdChanged', 'FileChanged'];

interface CommandFields {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly shell?: keyof typeof SHELLS;
  readonly async?: boolean;
  readonly asyncRewake?: boolean;
}

/**
 * Runs a program with the event as JSON on its standard input. With `args` the program starts directly, else the line goes to a
 * shell. The input of the tool is passed only on standard input, never in the command.
 */
export const commandHook = hookKind<CommandFields>(
  {
    type: 'command',
    properties: {
      command: { type: 'string', minLength: 1, description: 'A shell line, or with args the program to start.' },
      args: { type: 'array', items: { type: 'string' }, description: 'Arguments; the program is then started without a shell.' },
      env: { type: 'object', additionalProperties: { type: 'string' }, description: 'Environment variables of the program.' },
      shell: { type: 'string', enum: Object.keys(SHELLS), description: 'Which shell reads the line. Default: sh.' },
      async: { type: 'boolean', description: 'The run does not wait for the hook. Its output reaches the model later.' },
      asyncRewake: {
        type: 'boolean',
        description: 'Like async. With exit code 2, a run that would end continues with the standard error of the hook.',
      },
    },
    required: ['command'],
  },
  (fields, { event, configDir, cwd, env }) => ({
    name: `command ${fields.command}`,
    external: true,
    timeoutSeconds: defaultSeconds('command', event),
    background: fields.asyncRewake === true ? 'rewake' : fields.async === true,
    async run(input, toolUseId, { signal, report, printed, environmentFile, variables }) {
      makePluginData(fields.env ?? {});
      const exit = await runCommand({
        ...programOf(fields),
        cwd: cwd ?? input.cwd,
        env: {
          ...env,
          ...fields.env,
          ...variables?.(toolUseId),
          CLAUDE_PROJECT_DIR: configDir,
          LOADOUT_PROJECT_DIR: configDir,
          HOOK_EVENT: event,
          HOOK_SESSION_ID: input.session_id,
          ...(env.CLAUDECODE === undefined ? {} : { CLAUDE_CODE_SESSION_ID: input.session_id }),
          HOOK_CWD: input.cwd,
          ...(SETS_UP.includes(event) && environmentFile !== undefined ? { CLAUDE_ENV_FILE: environmentFile() } : {}),
          ...('tool_name' in input ? { HOOK_TOOL_NAME: input.tool_name } : {}),
        },
        stdin: JSON.stringify(input),
        signal,
        onOutput: (stream, text) => printed({ stdout: '', stderr: '', [stream]: text }),
      });
      printed({ stdout: exit.stdout, stderr: exit.stderr, exitCode: exit.code });
      const { output, problem } = readExit(exit, { event, rewakes: fields.asyncRewake === true });
      if (problem !== undefined && fields.onFailure === 'block') throw new Error(problem);
      if (problem !== undefined) report(problem);
      return output;
    },
  }),
);

function programOf({ command, args, shell = 'sh' }: CommandFields): { file: string; args: readonly string[] } {
  if (args !== undefined) return { file: command, args };
  const [file, ...flags] = SHELLS[shell];
  return { file, args: [...flags, command] };
}

type CommandRequest = Omit<ChildRequest, 'mostBytes'> & { readonly stdin: string };

/** Runs the program of a hook; when `signal` aborts its whole process group goes. Rejects when it cannot be started or was stopped. */
async function runCommand(request: CommandRequest): Promise<ChildExit> {
  const exit = await runChild({ ...request, mostBytes: MOST_BYTES }).catch((error: Error) => {
    throw new Error(`it could not be started: ${startProblem(error, { command: request.file, cwd: request.cwd })}`);
  });
  if (request.signal.aborted) throw new Error('it was stopped');
  // The part that was cut off may hold the decision.
  if (Buffer.byteLength(exit.stdout) >= MOST_BYTES) throw new Error(`it printed more than ${MOST_BYTES} bytes`);
  return exit;
}
