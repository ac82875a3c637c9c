import type { completion } from '../arguments/completion-definition.js';
import { errors } from '../errors.js';
import { completionScripts } from '../render/completion-scripts.js';
import type { Command } from './command.js';

export const execute: Command<typeof completion> = async ({ positionals: [shell = ''] }, io) => {
  const script = Object.hasOwn(completionScripts, shell) ? completionScripts[shell] : undefined;
  if (script === undefined) throw errors.USAGE_SHELL({ shell, known: Object.keys(completionScripts) });
  io.out(script);
  return 0;
};
