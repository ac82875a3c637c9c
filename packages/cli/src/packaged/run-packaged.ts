import { pathToFileURL } from 'node:url';
import { isLoadoutError, messageOf } from '@loadout/core';
import type { Command } from '@loadout/core/commands';
import type { Arguments } from '../arguments/definition.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { withHost } from './command-host.js';
import type { PackagedCommand } from './own-commands.js';

/** Imports the module of a command and runs it. Throws COMMAND_INVALID for a module that is not a command. */
export async function runPackaged(packaged: PackagedCommand, args: Arguments, io: Io): Promise<number> {
  const { definition, use, file, mount } = packaged;
  const invalid = (problem: string, cause?: unknown) =>
    errors.COMMAND_INVALID({ command: definition.name, use, problem }, { cause });
  const { default: command } = (await import(pathToFileURL(file).href).catch((cause: unknown) => {
    throw isLoadoutError(cause) ? cause : invalid(`its module does not load: ${messageOf(cause)}`, cause);
  })) as { readonly default?: Partial<Command> };
  if (typeof command?.run !== 'function') throw invalid('its module has no command as default export');
  const { run } = command;
  const code: unknown = await withHost(io, definition.name, (host) => run.call(command, { ...args, mount }, host));
  if (typeof code !== 'number' || !Number.isInteger(code) || code < 0 || code > 255)
    throw invalid(`it returned ${String(code)} in place of an exit code`);
  return code;
}
