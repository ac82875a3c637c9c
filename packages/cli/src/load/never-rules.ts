import { errors } from '@loadout/config';
import { isObject, type LoadoutError, nearest } from '@loadout/core';
import { matchesWildcard, type PermissionRule, type PoolTool, ruleText, type ToolPool } from '@loadout/core/run';

/** The rules that name a value of a parameter in a form, or with a word, that no call of the tool has. */
export const neverRules = (rules: readonly PermissionRule[], pool: ToolPool): readonly LoadoutError[] =>
  rules.flatMap((rule) => {
    const tool = pool.get(rule.tool);
    const said = tool === undefined ? undefined : wrongWord(rule, tool);
    if (said === undefined) return [];
    const { position } = rule;
    return [errors.CONFIG_RULE_NEVER({ text: ruleText(rule), ...said }, position === undefined ? {} : { position })];
  });

function wrongWord(rule: PermissionRule, tool: PoolTool): { readonly problem: string; readonly fix: string } | undefined {
  const [, word, pattern] = /^([\w-]+)(?::(.*))?$/s.exec(rule.specifier ?? '') ?? [];
  const values = valuesOf(tool);
  if (word === undefined) return undefined;
  const own = values.get(word);
  if (pattern !== undefined && own !== undefined) {
    if (own.some((value) => matchesWildcard(pattern, value))) return undefined;
    const fix = fixFor(rule, { tool, key: word, value: nearest(pattern, own) ?? own[0] ?? '' });
    return { problem: `${word} is one of ${own.join(', ')}`, fix };
  }
  const key = [...values].find(([, known]) => known.includes(word))?.[0];
  if (key === undefined || isParameter(tool, word)) return undefined;
  return { problem: `${word} is a value of the parameter ${key}`, fix: fixFor(rule, { tool, key, value: word }) };
}

interface Meant {
  readonly tool: PoolTool;
  readonly key: string;
  readonly value: string;
}

/** The right form. A call that says which files it touches is allowed by its files, and not by a parameter. */
const fixFor = (rule: PermissionRule, { tool, key, value }: Meant): string =>
  rule.behavior === 'allow' && tool.tool.access !== undefined
    ? `Allow ${rule.tool}, or the files: Edit(<path>). A rule to deny or to ask may be ${rule.tool}(${key}:${value}).`
    : `Write ${rule.tool}(${key}:${value}).`;

const propertiesOf = ({ input: { json } }: PoolTool): Readonly<Record<string, unknown>> =>
  isObject(json?.properties) ? json.properties : {};

const isParameter = (tool: PoolTool, name: string): boolean => Object.hasOwn(propertiesOf(tool), name);

/** The parameters that take one of some words, with the words. */
const valuesOf = (tool: PoolTool): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.entries(propertiesOf(tool)).flatMap(([key, property]) =>
      isObject(property) && Array.isArray(property.enum) ? [[key, property.enum.map(String)] as const] : [],
    ),
  );
