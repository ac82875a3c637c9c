import { type AnyTool, isLoadoutError, type JsonSchema } from '@loadout/core';
import { readTool, TAKEN_NAME } from '../call-tool.js';
import type { Problem } from './check.js';

const FORMS = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const', '$ref'] as const;

/** Finds what a provider's API refuses in an input schema, as a sentence. */
function providerSchemaProblem(schema: JsonSchema): string | undefined {
  const form = FORMS.find((one) => one in schema);
  if (form !== undefined)
    return `"${form}" stands at the top, where Anthropic and OpenAI take only an object; move it into a property`;
  return objectProblem(schema, '');
}

function objectProblem(schema: unknown, path: string): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const { type, properties = {}, required = [], items, prefixItems, $ref } = schema as Readonly<Record<string, unknown>>;
  if (type === 'array' && items === undefined && prefixItems === undefined && $ref === undefined)
    return `the list ${path} has no "items", which OpenAI and Gemini refuse`;
  const known = Object.keys(properties as object);
  const strange = known.find((name) => !/^[\w.-]{1,64}$/.test(name));
  if (strange !== undefined) return `the parameter ${JSON.stringify(strange)} is not 1 to 64 letters, digits, _, . and -`;
  const absent = (required as readonly string[]).find((name) => !known.includes(name));
  if (absent !== undefined) return `"required" names ${path}/${absent}, which is not among the properties`;
  for (const [name, property] of Object.entries(properties as object)) {
    const problem = objectProblem(property, `${path}/${name}`);
    if (problem !== undefined) return problem;
  }
  return items === undefined ? undefined : objectProblem(items, `${path}/0`);
}

/** Checks that need no call of the tool. */
export const STATIC: readonly (readonly [name: string, look: (tool: AnyTool) => Problem])[] = [
  [
    'has a name that every model takes',
    ({ name }) => (TAKEN_NAME.test(name) ? undefined : `${JSON.stringify(name)} is not 1 to 64 letters, digits, _ and -`),
  ],
  ['has a description', descriptionProblem],
  ['has members that a run reads', memberProblem],
  ['has an input schema of an object', schemaProblem],
  ['has a schema that every provider takes', (tool) => providerSchemaProblem(readTool(tool).input.json)],
  [
    'has a sensible maxResultChars',
    (tool) => {
      const { maxResultChars: limit } = readTool(tool).tool;
      return limit === undefined || limit > 0 ? undefined : `it is ${limit}`;
    },
  ],
];

/** Tags, signs that turn the direction of a line, and signs without a width. */
const UNSEEN = /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF]/u;

function descriptionProblem({ description }: AnyTool): Problem {
  if (!description?.trim()) return 'it is empty';
  const unseen = UNSEEN.exec(description)?.[0].codePointAt(0)?.toString(16).toUpperCase();
  return unseen === undefined ? undefined : `it holds U+${unseen}, which the model reads and no person sees`;
}

/** A run refuses the whole plugin for a member that nobody would read. */
function memberProblem(tool: AnyTool): Problem {
  try {
    readTool(tool);
  } catch (error) {
    if (isLoadoutError(error) && error.code === 'TOOL_MEMBER_IGNORED') return `${error.message} ${error.fix ?? ''}`;
  }
  return undefined;
}

function schemaProblem(tool: AnyTool): Problem {
  try {
    const { type } = readTool(tool).input.json;
    return type === 'object' ? undefined : `its type is ${JSON.stringify(type)}`;
  } catch (error) {
    return String(error);
  }
}
