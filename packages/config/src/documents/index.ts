/** Documents with positions, for packages that read files of their own: what `@loadout/config/documents` exports, by hand. */
export { child, dotted, isList, isMap, isText, type MapNode, type Node, type Path, type Place } from '../document/node.js';
export { invalid } from '../load/invalid.js';
export { firstPartyPlugin } from '../packages/first-party.js';
export { readDocument } from '../read/read-document.js';
export { Report } from '../report.js';
