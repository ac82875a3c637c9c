import { messageOf } from '@loadout/core';
import type { Frame } from '../frames/frame.js';
import { informational } from '../frames/status-frames.js';
import { savePermissions } from '../setup/save-permissions.js';
import type { Options } from '../types/options.js';

/** Saves permissions. The change applies in this session even if the file cannot be written; the frame then says so. */
export function keptPermissions(updates: Parameters<typeof savePermissions>[0], options: Options): readonly Frame[] {
  try {
    savePermissions(updates, options);
    return [];
  } catch (error) {
    const what = `The permissions apply in this session, but could not be written to settings: ${messageOf(error)}`;
    return [informational(what, 'warning')];
  }
}
