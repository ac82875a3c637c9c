/**
 * Documents with positions, for packages that read files of their own: what `@loadout/config/documents` exports, by hand. The values come
 * from the part that is loaded at the first call, so that the built code of a start is not divided further.
 */

export {
  at,
  CONFIG_FOLDER,
  CONFIG_NAMES,
  canonical,
  child,
  dotted,
  firstPartyPlugin,
  flatten,
  frame,
  invalid,
  isList,
  isMap,
  isModule,
  isText,
  placeOf,
  projectRoot,
  Report,
  readDocument,
  sha256,
  testsDocument,
  validate,
  verdictOf,
} from '../api/rest.js';
export type { Flat } from '../document/flatten.js';
export type { Data, MapNode, Node, Path, Place } from '../document/node.js';
