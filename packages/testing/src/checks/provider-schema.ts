import type { JsonSchema } from '@loadout/core';

const FORMS = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const', '$ref'] as const;

/** Finds what a provider's API refuses in an input schema, as a sentence. */
export function providerSchemaProblem(schema: JsonSchema): string | undefined {
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
