/** The public names of the entry `@loadout/node/platform`, listed by hand: all that differs between systems. */

export { signalGroup } from './signal-group.js';
export {
  browserOpener,
  hasGroups,
  hasProc,
  hasScreen,
  noBubblewrap,
  programFile,
  systemPackage,
  tellsSpellingsApart,
  thisSystem,
} from './system.js';
