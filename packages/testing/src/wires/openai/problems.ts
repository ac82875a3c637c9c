import { isObject } from '@loadout/core';

export type Fields = Readonly<Record<string, unknown>>;

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const fields = (value: unknown): Fields => (isObject(value) ? value : {});

/** Fields of an object that an API does not know, one sentence each. */
export const unknownFields = (value: Fields, { known, at }: { readonly known: ReadonlySet<string>; readonly at: string }) =>
  Object.keys(value)
    .filter((name) => !known.has(name) && value[name] !== undefined)
    .map((name) => `${at} has the unknown field ${name}`);

/** The problems of a tool's name and schema. With `strict`, every property must be required and no other allowed. */
export function functionProblems(tool: Fields, { at, strict }: { readonly at: string; readonly strict: boolean }): string[] {
  const problems: string[] = [];
  if (!/^[\w-]{1,64}$/.test(String(tool.name))) problems.push(`${at} has the name ${JSON.stringify(tool.name)}`);
  const schema = fields(tool.parameters);
  if (schema.type !== 'object') problems.push(`${at} has parameters that are not the schema of an object`);
  if (strict) problems.push(...strictProblems(schema, at));
  return problems;
}

function strictProblems(schema: Fields, at: string): string[] {
  const names = Object.keys(fields(schema.properties));
  const optional = names.filter((name) => !list(schema.required).includes(name));
  return [
    ...(schema.additionalProperties === false ? [] : [`${at} is strict and allows other properties`]),
    ...optional.map((name) => `${at} is strict and does not require ${name}`),
  ];
}

/** Names that stand in the list twice. */
export const repeated = (names: readonly unknown[]): readonly unknown[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

/** Whether a text is the JSON of an object. */
export function isObjectJson(text: unknown): boolean {
  try {
    return isObject(JSON.parse(String(text)));
  } catch {
    return false;
  }
}
