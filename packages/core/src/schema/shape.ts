import type { Issue, Parsed, Schema } from '../contract/schema.js';
import { isObject } from '../names/is-object.js';
import { pointerKey } from '../names/pointer.js';

/** One field of a shape. */
export interface ShapeField {
  readonly name: string;
  readonly schema: Schema;
  readonly isOptional: boolean;
}

/** Makes the schema of an object from the schemas of its fields. Unknown keys are left out of the value. */
export function shapeSchema(fields: readonly ShapeField[]): Schema {
  return {
    json: {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema.json])),
      required: fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    },
    parse: (value) => parseShape(fields, value),
  };
}

async function parseShape(fields: readonly ShapeField[], value: unknown): Promise<Parsed<unknown>> {
  if (!isObject(value)) return { ok: false, issues: [{ path: '', message: 'must be object' }] };
  const parsed: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const { name, schema } of fields) {
    const result = await schema.parse(value[name]);
    if (!result.ok) issues.push(...result.issues.map((issue) => ({ ...issue, path: `/${pointerKey(name)}${issue.path}` })));
    else if (result.value !== undefined) parsed[name] = result.value;
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: parsed };
}
