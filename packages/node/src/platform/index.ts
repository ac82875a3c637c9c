/** The public names of the entry `@loadout/node/platform`, listed by hand: all that differs between systems. */

export { nameProblem, renameFile } from './file-names.js';
export { ownMemory, placeOfOpenFile } from './proc.js';
export { signalGroup } from './signal-group.js';
export { bashFile, programStart, startProblem, variableOf } from './start-program.js';
export type { SystemName } from './system.js';
export {
  browserOpener,
  hasGroups,
  hasProc,
  hasScreen,
  heldFolderPath,
  sandboxOf,
  systemPackage,
  tellsSpellingsApart,
  thisSystem,
} from './system.js';
