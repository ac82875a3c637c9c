/** The public names of the entry `@loadout/node/platform`, listed by hand: all that differs between systems. */

export { signalGroup } from './signal-group.js';
export type { SystemName } from './system.js';
export {
  browserOpener,
  hasGroups,
  hasProc,
  hasScreen,
  heldFolderPath,
  programFile,
  sandboxOf,
  systemPackage,
  tellsSpellingsApart,
  thisSystem,
} from './system.js';
