import { readExit } from './command-protocol.js';
import { hookKind } from './entry.js';
import { runCommand } from './run-command.js';

interface CommandFields {
  readonly command: string;
  readonly args?: readonly string[];
}

/**
 * Runs a program with the event as JSON on its standard input. With `args` it is started directly, without a shell; else the
 * line goes to `sh -c`. What the tool was asked to do is only ever on standard input, never in the command.
 */
export const commandHook = hookKind<CommandFields>(
  {
    type: 'command',
    properties: {
      command: { type: 'string', minLength: 1, description: 'A shell line, or with args the program to start.' },
      args: { type: 'array', items: { type: 'string' }, description: 'Arguments; the program is then started without a shell.' },
    },
    required: ['command'],
  },
  (fields, { event, configDir, env }) => ({
    name: `command ${fields.command}`,
    external: true,
    timeoutSeconds: 600,
    async run(input, _toolUseId, { signal, report }) {
      const [file, args] = fields.args === undefined ? ['/bin/sh', ['-c', fields.command]] : [fields.command, [...fields.args]];
      const toolName = 'tool_name' in input ? { HOOK_TOOL_NAME: input.tool_name } : {};
      const exit = await runCommand({
        file,
        args,
        cwd: input.cwd,
        env: {
          ...env,
          CLAUDE_PROJECT_DIR: configDir,
          LOADOUT_PROJECT_DIR: configDir,
          HOOK_EVENT: event,
          HOOK_SESSION_ID: input.session_id,
          HOOK_CWD: input.cwd,
          ...toolName,
        },
        stdin: JSON.stringify(input),
        signal,
      });
      const { output, problem } = readExit(exit, event);
      if (problem !== undefined && fields.onFailure === 'block') throw new Error(problem);
      if (problem !== undefined) report(problem);
      return output;
    },
  }),
);
