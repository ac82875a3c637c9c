import type { Frame } from '../../frames/frame.js';
import type { SlashCommand } from '../../types/control.js';

/** The frame that lists all commands after a change. */
export const commandsChanged = (commands: readonly SlashCommand[]): Frame => ({
  type: 'system',
  subtype: 'commands_changed',
  commands,
});
