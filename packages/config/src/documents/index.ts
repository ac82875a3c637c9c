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
  conditionProblem,
  describe,
  documentGate,
  dotted,
  emptyMap,
  firstPartyPlugin,
  flatten,
  folderFiles,
  frame,
  fromValue,
  INSTRUCTION_CHARS,
  INSTRUCTION_FILES,
  implicitProviders,
  importedFiles,
  invalid,
  isFile,
  isFileless,
  isFolder,
  isForbiddenKey,
  isHost,
  isInside,
  isList,
  isMap,
  isModule,
  isNull,
  isSecretName,
  isShell,
  isText,
  keysIn,
  kindsOf,
  mapOf,
  parseMarkdown,
  placeOf,
  portable,
  projectRoot,
  Report,
  readDocument,
  readText,
  ruleProblem,
  serverProblems,
  serverSlip,
  sha256,
  testsDocument,
  validate,
  verdictOf,
  withEntry,
} from '../api/rest.js';
export type { Settings } from '../compile/compile-context.js';
export type { Flat } from '../document/flatten.js';
export type { Data, Entry, ListNode, MapNode, Node, Path, Place, Scalar, ScalarNode } from '../document/node.js';
export type { ClaudeInput, ClaudeRead, ForeignFiles, LeftOut, MountInput, SkillsInput } from '../foreign/foreign-files.js';
export type { ForeignPlugin } from '../trust/foreign-plugin.js';
