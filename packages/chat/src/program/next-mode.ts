import type { PermissionMode } from '@loadout/core';
import type { CommandContext } from '../commands/command-context.js';

/** The modes that a key goes through. The others are chosen by name. */
const ROUND: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan'];

/** Sets the next mode that the settings permit, and says why one is left out. */
export function nextMode(talk: CommandContext): void {
  const { conversation } = talk.session;
  const at = ROUND.indexOf(conversation.permissionMode);
  for (const mode of [...ROUND.slice(at + 1), ...ROUND.slice(0, Math.max(0, at))]) {
    try {
      conversation.setPermissionMode(mode);
      return;
    } catch {
      // The settings of the person or of the computer do not permit this mode. /mode says why.
    }
  }
}
