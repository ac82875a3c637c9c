import { optionIssues } from '@loadout/config/documents';
import type { JsonSchema } from '@loadout/core';
import { issueText, pointerKeys, secretOptions, secretPlaces } from '@loadout/core/run';

/** One option of a plugin's schema, as a person who types it sees it. */
export interface OptionRow {
  readonly name: string;
  readonly types: string;
  readonly isRequired: boolean;
  readonly isSecret: boolean;
  readonly description: string;
}

type Options = Readonly<Record<string, unknown>>;

/** The options at the top of a schema, the required ones first. */
export function optionRows(schema: JsonSchema | undefined): readonly OptionRow[] {
  const required = namesIn(schema?.required);
  const rows = Object.entries(asSchema(schema?.properties)).map(([name, property]) => ({
    name,
    types: typesOf(asSchema(property)).join(' or ') || 'any value',
    isRequired: required.includes(name),
    isSecret: asSchema(property).secret === true,
    description: String(asSchema(property).description ?? ''),
  }));
  return rows.sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

/** Reads `key=value` texts. A dot leads into an object; the schema decides the type of the value. */
export function readOptions(texts: readonly string[], schema: JsonSchema | undefined): Options {
  return texts.reduce<Options>((options, text) => {
    const sign = text.indexOf('=');
    return placed(options, {
      keys: keysOf(text.slice(0, sign), asSchema(schema)),
      text: text.slice(sign + 1),
      schema: asSchema(schema),
    });
  }, {});
}

/** A name that contains dots itself is one key. */
const keysOf = (name: string, schema: JsonSchema): readonly string[] =>
  Object.hasOwn(asSchema(schema.properties), name) ? [name] : name.split('.');

interface Placing {
  readonly keys: readonly string[];
  readonly text: string;
  readonly schema: JsonSchema;
}

function placed(options: Options, { keys: [key = '', ...rest], text, schema }: Placing): Options {
  const below = asSchema(asSchema(schema.properties)[key] ?? schema.additionalProperties);
  const before = Object.hasOwn(options, key) ? options[key] : undefined;
  const value =
    rest.length === 0 ? joined(before, readValue(text, below)) : placed(asOptions(before), { keys: rest, text, schema: below });
  return Object.fromEntries([...Object.entries(options).filter(([name]) => name !== key), [key, value]]);
}

/** A list grows when its option is given again. */
const joined = (before: unknown, value: unknown): unknown =>
  Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;

/** Reads one value. A reference such as `${env:NAME}` stays as it is, whatever its type will be. */
function readValue(text: string, schema: JsonSchema): unknown {
  const types = typesOf(schema);
  if (text.includes('${') || (types.length === 1 && types[0] === 'string')) return text;
  const parsed = asJson(text);
  if (types.includes('array') && !Array.isArray(parsed)) return [readValue(text, asSchema(schema.items))];
  if (parsed === undefined || (types.includes('string') && !types.includes(typeName(parsed)))) return text;
  return parsed;
}

/** The problems of options, as sentences. A value with a reference is checked when it is filled in. */
export function optionProblems(options: Options, schema: JsonSchema | undefined): readonly string[] {
  if (schema === undefined) return Object.keys(options).map((name) => `${name} is not an option; the plugin takes none`);
  const hides = secretPlaces(schema, options);
  return optionIssues(schema, options)
    .filter(({ path }) => !String(valueAt(options, path)).includes('${'))
    .map((issue) => `${nameOf(issue.path)} ${issueText(issue, { hidesValue: hides(issue.path) })}`);
}

/** `given`, a text `key=value`, as a person may type it again: without a wrong value, and nothing for an option that is unknown. */
export function correctedOption(
  given: string,
  { options, schema }: { readonly options: Options; readonly schema: JsonSchema | undefined },
) {
  if (schema === undefined) return [];
  const key = given.slice(0, given.indexOf('='));
  const issues = optionIssues(schema, options).filter(({ path }) => isWithin(nameOf(path), key) || isWithin(key, nameOf(path)));
  if (issues.some(({ kind }) => kind === 'unknown')) return [];
  return [issues.length === 0 || given.includes('${') ? given : `${key}=…`];
}

const isWithin = (name: string, outer: string): boolean => name === outer || name.startsWith(`${outer}.`);

/** The required options at the top that have no value. */
export const missingOptions = (options: Options, schema: JsonSchema | undefined): readonly OptionRow[] =>
  optionRows(schema).filter(({ name, isRequired }) => isRequired && !Object.hasOwn(options, name));

/** The variables of this shell that values refer to and that have no value. */
export function unsetVariables(options: Options, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const names = [...JSON.stringify(options).matchAll(/\$\{(?:env:)?([A-Z_][\w]*)\}/gi)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !['configDir', 'workspace'].includes(name) && env[name] === undefined);
}

/** The secret options whose value is written out instead of referred to. */
export const literalSecrets = (options: Options, schema: JsonSchema | undefined): readonly string[] =>
  schema === undefined
    ? []
    : secretOptions(schema, options)
        .filter(({ value }) => !value.includes('${'))
        .map(({ path }) => nameOf(path));

function typesOf(schema: JsonSchema): readonly string[] {
  const forms = [schema.anyOf, schema.oneOf].flatMap((one) => (Array.isArray(one) ? one : []));
  const values = Array.isArray(schema.enum) ? schema.enum.map(typeName) : [];
  const own = schema.type === undefined ? values : namesIn([schema.type].flat());
  return [...new Set([...own, ...forms.flatMap((form) => typesOf(asSchema(form)))])];
}

const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

const nameOf = (pointer: string): string => pointerKeys(pointer).join('.') || 'options';

const valueAt = (options: Options, pointer: string): unknown =>
  pointerKeys(pointer).reduce<unknown>((value, key) => asOptions(value)[key], options);

const namesIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const asSchema = (value: unknown): JsonSchema => asOptions(value);
const asOptions = (value: unknown): Options => (typeof value === 'object' && value !== null ? (value as Options) : {});

function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
