import type { Issue, JsonSchema, Parsed, StandardResult, StandardSchema } from '../contract/schema.js';
import { errors } from '../errors.js';
import { messageOf } from '../message-of.js';
import { pointerKey } from '../names/pointer.js';

export function standardJsonSchema(schema: StandardSchema, owner: string): JsonSchema {
  const convert = schema['~standard'].jsonSchema?.input;
  if (convert === undefined) {
    throw errors.SCHEMA_INVALID({ owner, problem: `this ${schema['~standard'].vendor} schema cannot tell its JSON Schema` });
  }
  try {
    const { $schema: _, ...json } = convert({ target: 'draft-2020-12' });
    return json;
  } catch (cause) {
    throw errors.SCHEMA_INVALID({ owner, problem: `it has no JSON Schema: ${messageOf(cause)}` }, { cause });
  }
}

export function parseStandard(schema: StandardSchema, value: unknown): Parsed<unknown> | Promise<Parsed<unknown>> {
  try {
    const result = schema['~standard'].validate(value);
    return result instanceof Promise ? result.then(toParsed, crashed) : toParsed(result);
  } catch (error) {
    return crashed(error);
  }
}

function toParsed(result: StandardResult<unknown>): Parsed<unknown> {
  if (result.issues === undefined) return { ok: true, value: result.value };
  return { ok: false, issues: result.issues.map(toIssue) };
}

function toIssue(issue: NonNullable<StandardResult<unknown>['issues']>[number]): Issue {
  const keys = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step));
  return { path: keys.map((key) => `/${pointerKey(key)}`).join(''), message: issue.message };
}

const crashed = (error: unknown): Parsed<never> => ({
  ok: false,
  issues: [{ path: '', message: `the schema itself failed: ${messageOf(error)}` }],
});
