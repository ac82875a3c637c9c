import type { PermissionRule } from '../contract/permission.js';

/** The kinds of access that a family of rules is about. */
export type RuleFamily = 'read' | 'write' | 'run';

/**
 * The fixed words of the language of rules. A rule of one of these names is about a kind of access and not about a tool:
 * `Read(x)` applies to every call that reads `x`, `Edit(x)` to every call that writes `x`, and the specifier of `Bash(x)` is the
 * words of a command. People write these rules by hand and bring them from other agents, so the words are fixed here. Every other
 * name in a rule is the name of a tool. No tool is ever looked up by these words: its `access` names what it touches.
 */
const FAMILIES: ReadonlyMap<string, RuleFamily> = new Map([
  ...['read', 'fileread'].map((word) => [word, 'read'] as const),
  ...['edit', 'write', 'notebookedit', 'fileedit', 'filewrite'].map((word) => [word, 'write'] as const),
  ['bash', 'run'],
]);

/** Returns the family of a rule by its name; `undefined` for a rule about a tool. */
export const familyOf = ({ tool }: Pick<PermissionRule, 'tool'>): RuleFamily | undefined => FAMILIES.get(tool.toLowerCase());

/** Returns whether the specifier of a rule of this name is a path. */
export const takesPaths = (rule: Pick<PermissionRule, 'tool'>): boolean => {
  const family = familyOf(rule);
  return family === 'read' || family === 'write';
};

/** The words used in suggested rules. */
export const FAMILY_NAMES = { read: 'Read', write: 'Edit' } as const;
