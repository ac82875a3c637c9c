/**
 * Documents with positions, for packages that read files of their own: what `@loadout/config/documents` exports. Its values are listed, by
 * hand, in the part that is loaded at the first call: one list, and the built code of a start is not divided further.
 */

export * from '../api/rest.js';
export type { Settings } from '../compile/compile-context.js';
export type { Flat } from '../document/flatten.js';
export type { Data, Entry, ListNode, MapNode, Node, Path, Place, Scalar, ScalarNode } from '../document/node.js';
export type { ClaudeInput, ClaudeRead, ForeignFiles, LeftOut, MountInput, SkillsInput } from '../foreign/foreign-files.js';
export type { RegistryContext } from '../foreign/registry-servers.js';
export type { ForeignPlugin } from '../trust/foreign-plugin.js';
