import type { Frame } from '../../frames/frame.js';
import type { SlashCommand } from '../../types/control.js';

/** The commands that there are from now on, all of them. */
export const commandsChanged = (commands: readonly SlashCommand[]): Frame => ({
  type: 'system',
  subtype: 'commands_changed',
  commands,
});
