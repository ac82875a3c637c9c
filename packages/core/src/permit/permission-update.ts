import type { PermissionMode, PermissionRule } from '../contract/permission.js';
import type { PermissionDestination, PermissionUpdate, RuleValue } from '../contract/permission-update.js';
import { errors } from '../errors.js';
import { isObject } from '../names/json.js';
import { isPermissionMode } from '../names/modes.js';
import { parsePermissionRule } from './parse-rule.js';

/**
 * Rights granted while a session runs, beside its configuration. Rules of files are not part of it, so no update removes them.
 */
export interface Granted {
  /** The mode. Absent: the mode that the run began with. */
  readonly mode?: PermissionMode | undefined;
  readonly rules: readonly { readonly rule: PermissionRule; readonly destination: PermissionDestination }[];
  readonly directories: readonly string[];
}

export const NOTHING_GRANTED: Granted = { rules: [], directories: [] };

/**
 * Applies an update. Pure. Throws RULE_INVALID or PERMISSION_UPDATE_INVALID, without any change, for an update that cannot be
 * applied.
 */
export function applyUpdate(granted: Granted, update: PermissionUpdate): Granted {
  if (!isUpdate(update)) throw errors.PERMISSION_UPDATE_INVALID({ found: update });
  switch (update.type) {
    case 'setMode':
      return { ...granted, mode: update.mode };
    case 'addDirectories':
      return { ...granted, directories: [...new Set([...granted.directories, ...update.directories])] };
    case 'removeDirectories':
      return { ...granted, directories: granted.directories.filter((one) => !update.directories.includes(one)) };
    case 'addRules':
    case 'replaceRules':
    case 'removeRules':
      return { ...granted, rules: changeRules(granted.rules, update) };
  }
}

/** An update comes from a host or a hook, which may have no types. */
function isUpdate(given: unknown): given is PermissionUpdate {
  if (!isObject(given)) return false;
  const { type, mode, directories, rules, behavior } = given as Readonly<Record<string, unknown>>;
  switch (type) {
    case 'setMode':
      return isPermissionMode(mode);
    case 'addDirectories':
    case 'removeDirectories':
      return Array.isArray(directories) && directories.every((one) => typeof one === 'string');
    case 'addRules':
    case 'replaceRules':
    case 'removeRules':
      return Array.isArray(rules) && rules.every(isRuleValue) && ['allow', 'deny', 'ask'].includes(behavior as string);
    default:
      return false;
  }
}

function isRuleValue(given: unknown): boolean {
  if (!isObject(given)) return false;
  const { toolName, ruleContent } = given as Readonly<Record<string, unknown>>;
  return typeof toolName === 'string' && ['string', 'undefined'].includes(typeof (ruleContent ?? undefined));
}

type RuleUpdate = Extract<PermissionUpdate, { rules: unknown }>;

function changeRules(rules: Granted['rules'], update: RuleUpdate): Granted['rules'] {
  const { behavior, destination } = update;
  const named = update.rules.map((value) => ({
    rule: parsePermissionRule(textOf(value), { behavior, layer: 'session' }),
    destination,
  }));
  const isNamed = (one: Granted['rules'][number]) => named.some((other) => isSame(one, other));
  if (update.type === 'removeRules') return rules.filter((one) => !isNamed(one));
  const kept =
    update.type === 'replaceRules'
      ? rules.filter((one) => one.rule.behavior !== behavior || one.destination !== destination)
      : rules.filter((one) => !isNamed(one));
  return [...kept, ...named];
}

const isSame = (one: Granted['rules'][number], other: Granted['rules'][number]) =>
  one.destination === other.destination &&
  one.rule.behavior === other.rule.behavior &&
  one.rule.tool === other.rule.tool &&
  one.rule.specifier === other.rule.specifier;

const textOf = ({ toolName, ruleContent }: RuleValue) =>
  ruleContent === undefined || ruleContent === '' ? toolName : `${toolName}(${ruleContent})`;
