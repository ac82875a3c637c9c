import { isDeepStrictEqual } from 'node:util';
import { errors } from '@loadout/config';
import { isObject } from '@loadout/core';
import type { PermissionRule } from '@loadout/core/run';
import { isMap, isScalar, isSeq, type Pair, parseDocument, stringify, type YAMLMap } from 'yaml';
import { withLineEnds } from './line-ends.js';

const HEAD = '# Your own settings for this project, on top of the configuration beside it. This file is not for git.\n';

/** The order in which rules are tried, and in which new lists of them are written. */
const ORDER = ['deny', 'ask', 'allow'] as const;

/** Returns the text of a configuration with one more rule. Comments stay. Throws CONFIG_NOT_EDITED. */
export const addRule = (text: string, rule: string, behavior: PermissionRule['behavior']): string =>
  withLineEnds(text, (lines) => withAdded(lines, rule, behavior));

function withAdded(text: string, rule: string, behavior: PermissionRule['behavior']): string {
  if (text.trim() === '') return HEAD + stringify({ permissions: { [behavior]: [rule] } }, { lineWidth: 0 });
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem !== undefined) throw errors.CONFIG_NOT_EDITED({ problem: problem.message.split('\n', 1)[0] ?? '' });
  const { contents } = document;
  if (contents !== null && !isMap(contents)) throw errors.CONFIG_NOT_EDITED({ problem: 'its top level is not a map' });
  const permissions = document.get('permissions', true);
  if (permissions !== undefined && !isMap(permissions)) throw errors.CONFIG_NOT_EDITED({ problem: 'permissions is not a map' });
  const list = permissions?.get(behavior, true);
  if (permissions === undefined) document.setIn(['permissions', behavior], document.createNode([rule]));
  else if (list === undefined) addList(permissions, behavior, document.createPair(behavior, [rule]));
  else if (!isSeq(list)) throw errors.CONFIG_NOT_EDITED({ problem: `permissions.${behavior} is not a list of its own` });
  else if (!(list.toJSON() as unknown[]).includes(rule)) list.add(document.createNode(rule));
  const added = document.toString({ lineWidth: 0 });
  if (!isDeepStrictEqual(plainOf(added), withRule(plainOf(text), rule, behavior)))
    throw errors.CONFIG_NOT_EDITED({ problem: `another part of it shares permissions.${behavior}, by an anchor` });
  return added;
}

type Plain = Readonly<Record<string, unknown>>;

/** The values of a text. Each alias has values of its own, so that they can be compared one by one. */
const plainOf = (text: string): Plain => (JSON.parse(JSON.stringify(parseDocument(text).toJS())) as Plain | null) ?? {};

function withRule(values: Plain, rule: string, behavior: PermissionRule['behavior']): Plain {
  const permissions = isObject(values.permissions) ? values.permissions : {};
  const before: readonly unknown[] = Array.isArray(permissions[behavior]) ? permissions[behavior] : [];
  const rules = before.includes(rule) ? before : [...before, rule];
  return { ...values, permissions: { ...permissions, [behavior]: rules } };
}

/** Adds a list before those that are tried later. A comment stays above the list that it stands above. */
function addList(permissions: YAMLMap, behavior: (typeof ORDER)[number], list: Pair): void {
  const later = ORDER.slice(ORDER.indexOf(behavior) + 1);
  const at = permissions.items.findIndex(({ key }) => later.some((one) => (isScalar(key) ? key.value : key) === one));
  const first = permissions.items[0]?.key;
  if (at === 0 && isScalar(first)) {
    first.commentBefore = permissions.commentBefore ?? null;
    permissions.commentBefore = null;
  }
  permissions.items.splice(at === -1 ? permissions.items.length : at, 0, list);
}
