/** Documents with positions, for packages that read files of their own: what `@loadout/config/documents` exports, by hand. */
export { type Flat, flatten, placeOf } from '../document/flatten.js';
export { CONFIG_FOLDER, CONFIG_NAMES } from '../document/folder-of.js';
export { frame } from '../document/frame.js';
export {
  at,
  child,
  type Data,
  dotted,
  isList,
  isMap,
  isText,
  type MapNode,
  type Node,
  type Path,
  type Place,
} from '../document/node.js';
export { Report } from '../document/report.js';
export { invalid } from '../load/invalid.js';
export { firstPartyPlugin } from '../packages/first-party.js';
export { isModule, readDocument } from '../read/read-document.js';
export { testsDocument } from '../schema/tests.js';
export { canonical, sha256 } from '../trust/fingerprint.js';
export { projectRoot } from '../trust/project-root.js';
export { verdictOf } from '../trust/verdict-of.js';
export { validate } from '../validate/validate.js';
