import { type ReloadMark, reloadMarkFile } from '@loadout/command';
import { replaceWhole } from '@loadout/node';
import type { Dev } from './dev.js';

/**
 * Tells the open chats of a configuration that files of it changed and are right. Each of them looks at the mark before its next prompt.
 * Source: GAP-F11.
 */
export const tellChats = (mark: ReloadMark, { file, host }: Pick<Dev, 'file' | 'host'>): void =>
  replaceWhole(reloadMarkFile(file, host.stateDir), JSON.stringify(mark));
