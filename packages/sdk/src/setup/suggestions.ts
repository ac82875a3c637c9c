import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PermissionQuestion, PermissionUpdate } from '@loadout/core/run';

type Suggested = Pick<PermissionQuestion, 'suggestions' | 'blockedPath' | 'written'>;

/**
 * The suggestions of a question in the form that hosts of Claude Code know: editors make their buttons of them. A call that writes
 * files in the working directories suggests the mode alone, and a read its rule for the session. The rules are those of core: a host
 * keeps them in its settings, so none is wider than what was asked (W11, W26, N10).
 */
export function suggestionsOf({ suggestions, blockedPath, written }: Suggested): PermissionUpdate[] {
  const modes = suggestions.filter(({ type }) => type === 'setMode');
  const added = suggestions.flatMap((one) => (one.type === 'addRules' ? [one] : []));
  if (isCommand(written)) return modes.length === 0 ? [...added] : [...added, ...inFolder(blockedPath), ...modes];
  if (modes.length > 0) return modes;
  const isRead = added.every(({ rules }) => rules.every(({ toolName }) => toolName === 'Read'));
  return added.map((one) => (isRead ? { ...one, destination: 'session' } : one));
}

const isCommand = (written: unknown): boolean =>
  typeof written === 'object' && written !== null && 'command' in written && typeof written.command === 'string';

/** The folder of a write in the working directories, which hosts show beside the mode. */
function inFolder(path: string | undefined): PermissionUpdate[] {
  if (path === undefined || statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return [{ type: 'addDirectories', directories: [dirname(path)], destination: 'session' }];
}
