/** The part of JSON Schema that is checked here, and the check itself. */

import type { Issue, JsonSchema, Parsed, Schema } from '../contract/schema.js';
import { errors } from '../errors.js';
import { isObject, pointerKey, pointerKeys } from '../names/json.js';

/** Makes a `Schema` of a JSON Schema. Throws SCHEMA_INVALID, naming `owner`, for one with a part that is not checked here. */
export function fromJsonSchema(json: JsonSchema, owner: string): Schema {
  const problem = checkSupported(json);
  if (problem !== undefined) throw errors.SCHEMA_INVALID({ owner, problem });
  return { json, parse: (value) => validate(json, value) };
}

/**
 * Checks a value against the supported part of JSON Schema, and fills in defaults. Unsupported keywords are refused at definition
 * (`checkSupported`).
 */
export function validate(schema: JsonSchema, value: unknown): Parsed<unknown> {
  const run: Run = { root: schema, issues: [], steps: { left: MOST_STEPS, further: () => furtherSteps(value) } };
  try {
    const result = check(schema, value, '', run);
    return run.issues.length === 0 ? { ok: true, value: result } : { ok: false, issues: run.issues };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = run.steps.left < 0 ? TOO_MANY : 'is nested too deeply to be checked';
    return { ok: false, issues: [{ path: '', message }] };
  }
}

/** Forms that refer to each other double the work with each level: a stranger's schema of 30 lines would take days. */
const MOST_STEPS = 200_000;
const STEPS_OF_A_PART = 50;
const TOO_MANY = 'takes too many steps to be checked, because forms of its schema lead to each other';

interface Run {
  readonly root: JsonSchema;
  readonly issues: Issue[];
  readonly steps: { left: number; further: () => number };
}

/** A large value may take as many steps more as its parts are worth, once. */
function takeStep({ steps }: Run): void {
  if (--steps.left >= 0) return;
  steps.left += steps.further();
  steps.further = () => 0;
  if (steps.left < 0) throw new RangeError(TOO_MANY);
}

function furtherSteps(value: unknown): number {
  const parts = new Set<unknown>([value]);
  let count = 0;
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue;
    for (const inner of Object.values(part)) {
      count += 1;
      if (typeof inner === 'object') parts.add(inner);
    }
  }
  return Math.max(0, count * STEPS_OF_A_PART - MOST_STEPS);
}

function check(schema: unknown, value: unknown, path: string, run: Run): unknown {
  takeStep(run);
  if (schema === true || schema === undefined) return value;
  if (schema === false) return fail(run, { path, message: 'is not allowed' }, value);
  if (!isObject(schema)) return value;
  if (typeof schema.$ref !== 'string') return checkKeywords(schema, value, path, run);
  return checkKeywords(schema, check(resolveRef(schema.$ref, run.root), value, path, run), path, run);
}

function checkKeywords(schema: JsonSchema, value: unknown, path: string, run: Run): unknown {
  if (schema.type !== undefined && !([] as unknown[]).concat(schema.type).some((type) => hasType(value, type))) {
    return fail(
      run,
      { path, message: `must be ${([] as unknown[]).concat(schema.type).join(' or ')}, is ${typeName(value)}` },
      value,
    );
  }
  if (Array.isArray(schema.enum) && !schema.enum.some((item) => same(item, value))) {
    const known = schema.enum.map((item) => JSON.stringify(item));
    return fail(run, { path, message: `must be one of ${known.join(', ')}`, found: short(value), known }, value);
  }
  if ('const' in schema && !same(schema.const, value))
    return failWith(run, path, `must be ${JSON.stringify(schema.const)}`, value);
  const combined = checkCombined(schema, value, path, run);
  if (typeof combined === 'string') return checkString(schema, combined, path, run);
  if (typeof combined === 'number') return checkNumber(schema, combined, path, run);
  if (Array.isArray(combined)) return checkArray(schema, combined, path, run);
  return isObject(combined) ? checkObject(schema, combined, path, run) : combined;
}

function checkCombined(schema: JsonSchema, value: unknown, path: string, run: Run): unknown {
  let current = value;
  for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) current = check(part, current, path, run);
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const options = schema[keyword];
    if (!Array.isArray(options)) continue;
    const tries = options.map((option) => attempt(option, current, path, run));
    const fitting = tries.filter((one) => one.issues.length === 0);
    if (fitting.length === 0) {
      const nearest = tries.reduce((best, one) => (one.issues.length < best.issues.length ? one : best));
      const { message, found } = nearest.issues[0] ?? { message: '' };
      const none = `fits none of the ${options.length} allowed forms; the nearest: ${message}`;
      return fail(run, { path, message: none, found }, current);
    }
    if (keyword === 'oneOf' && fitting.length > 1)
      return fail(run, { path, message: `fits ${fitting.length} of the allowed forms, must fit one` }, current);
    current = fitting[0]?.value;
  }
  if (schema.not !== undefined && attempt(schema.not, current, path, run).issues.length === 0)
    fail(run, { path, message: 'has a form that is not allowed' }, current);
  return current;
}

function attempt(schema: unknown, value: unknown, path: string, run: Run) {
  const trial: Run = { ...run, issues: [] };
  return { value: check(schema, value, path, trial), issues: trial.issues };
}

function checkObject(schema: JsonSchema, value: Record<string, unknown>, path: string, run: Run): unknown {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const at = `${path}/${pointerKey(key)}`;
    if (schema.propertyNames !== undefined) check(schema.propertyNames, key, at, run);
    if (Object.hasOwn(properties, key)) define(result, key, check(properties[key], item, at, run));
    else if (schema.additionalProperties === false) fail(run, unknownKey(at, Object.keys(properties)), item);
    else define(result, key, check(schema.additionalProperties, item, at, run));
  }
  for (const [key, child] of Object.entries(properties)) {
    if (!Object.hasOwn(result, key) && !Object.hasOwn(value, key) && isObject(child) && 'default' in child)
      define(result, key, filledDefault(child, run));
  }
  for (const key of Array.isArray(schema.required) ? schema.required : []) {
    if (!Object.hasOwn(result, key) && !Object.hasOwn(value, key))
      fail(run, { path: `${path}/${pointerKey(key)}`, message: 'is required', kind: 'required' }, undefined);
  }
  const count = Object.keys(value).length;
  if (count < num(schema.minProperties, 0))
    fail(run, { path, message: `must have at least ${schema.minProperties} properties, has ${count}` }, value);
  if (count > num(schema.maxProperties, Number.POSITIVE_INFINITY))
    fail(run, { path, message: `must have at most ${schema.maxProperties} properties, has ${count}` }, value);
  return result;
}

/** The default of a property, with the defaults of the properties inside of it. */
function filledDefault(schema: JsonSchema, run: Run): unknown {
  const { value, issues } = attempt(schema, structuredClone(schema.default), '', run);
  return issues.length === 0 ? value : structuredClone(schema.default);
}

function checkArray(schema: JsonSchema, value: unknown[], path: string, run: Run): unknown {
  if (value.length < num(schema.minItems, 0))
    fail(run, { path, message: `must have at least ${schema.minItems} items, has ${value.length}` }, value);
  if (value.length > num(schema.maxItems, Number.POSITIVE_INFINITY))
    fail(run, { path, message: `must have at most ${schema.maxItems} items, has ${value.length}` }, value);
  if (schema.uniqueItems === true && new Set(value.map((item) => JSON.stringify(item))).size < value.length)
    fail(run, { path, message: 'must not repeat an item' }, value);
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  return value.map((item, index) => check(index < first.length ? first[index] : schema.items, item, `${path}/${index}`, run));
}

function checkString(schema: JsonSchema, value: string, path: string, run: Run): string {
  // Most schemas bound no length, and counting the characters of a file takes longer than all other checks.
  const length = schema.minLength === undefined && schema.maxLength === undefined ? 0 : [...value].length;
  if (length < num(schema.minLength, 0))
    fail(run, { path, message: `must have at least ${schema.minLength} characters, has ${length}` }, value);
  if (length > num(schema.maxLength, Number.POSITIVE_INFINITY))
    fail(run, { path, message: `must have at most ${schema.maxLength} characters, has ${length}` }, value);
  if (typeof schema.pattern === 'string' && patternOf(schema.pattern)?.test(value) !== true)
    failWith(run, path, `must match ${schema.pattern}`, value);
  return value;
}

function checkNumber(schema: JsonSchema, value: number, path: string, run: Run): number {
  if (value < num(schema.minimum, Number.NEGATIVE_INFINITY)) failWith(run, path, `must be at least ${schema.minimum}`, value);
  if (value > num(schema.maximum, Number.POSITIVE_INFINITY)) failWith(run, path, `must be at most ${schema.maximum}`, value);
  if (value <= num(schema.exclusiveMinimum, Number.NEGATIVE_INFINITY))
    failWith(run, path, `must be more than ${schema.exclusiveMinimum}`, value);
  if (value >= num(schema.exclusiveMaximum, Number.POSITIVE_INFINITY))
    failWith(run, path, `must be less than ${schema.exclusiveMaximum}`, value);
  const step = num(schema.multipleOf, 0);
  if (step > 0 && Math.abs(value / step - Math.round(value / step)) > 1e-9)
    failWith(run, path, `must be a multiple of ${step}`, value);
  return value;
}

function fail(run: Run, issue: Issue, value: unknown): unknown {
  run.issues.push(issue);
  return value;
}

/** An issue whose text names the value. */
const failWith = <T>(run: Run, path: string, message: string, value: T): T => {
  fail(run, { path, message, found: short(value) }, value);
  return value;
};

const unknownKey = (path: string, known: readonly string[]): Issue => ({
  path,
  message: `is not a known parameter; known: ${known.join(', ') || 'none'}`,
  kind: 'unknown',
  known,
});

function hasType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  return typeName(value) === type;
}

const typeName = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
const num = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);
const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);
const short = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 80);

/** Defines a property, also one with the name `__proto__`. */
const define = (target: object, key: string, value: unknown) =>
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });

/** Returns the schema that `#/$defs/x` refers to; `undefined` if there is no such place. */
export function resolveRef(ref: string, root: JsonSchema): unknown {
  if (!/^#(?:\/|$)/.test(ref)) return undefined;
  return pointerKeys(ref.slice(1)).reduce<unknown>((node, key) => (holds(node, key) ? node[key] : undefined), root);
}

const holds = (node: unknown, key: string): node is Record<string, unknown> =>
  typeof node === 'object' && node !== null && Object.hasOwn(node, key);

/** Compiles a pattern with Unicode rules as JSON Schema does, or without them if it is invalid then. */
function patternOf(pattern: unknown): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return typeof pattern === 'string' ? new RegExp(pattern, flags) : undefined;
    } catch {}
  }
  return undefined;
}

const ANNOTATIONS =
  '$schema $id $comment $defs definitions title description default examples deprecated readOnly writeOnly ' +
  'format contentMediaType contentEncoding secret';
const CHECKED =
  '$ref type enum const properties required additionalProperties propertyNames minProperties maxProperties ' +
  'items prefixItems minItems maxItems uniqueItems minLength maxLength pattern minimum maximum ' +
  'exclusiveMinimum exclusiveMaximum multipleOf anyOf oneOf allOf not';
const KNOWN = new Set(`${ANNOTATIONS} ${CHECKED}`.split(' '));

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

/** Forms of keywords. A value of another form would be passed over, so that the check that it asks for is never made. */
const FORMS: readonly {
  readonly keywords: readonly string[];
  readonly form: string;
  readonly fits: (value: unknown) => boolean;
}[] = [
  {
    keywords: ['type'],
    form: `one of ${TYPES.join(', ')}, or a list of these`,
    fits: (value) => ([] as unknown[]).concat(value).every((type) => TYPES.includes(type as string)),
  },
  { keywords: ['properties', '$defs', 'definitions'], form: 'an object', fits: isObject },
  { keywords: ['required', 'enum', 'anyOf', 'oneOf', 'allOf', 'prefixItems'], form: 'a list', fits: Array.isArray },
  {
    keywords: CHECKED.split(' ').filter((keyword) => /^(?:min|max|exclusive|multiple)/.test(keyword)),
    form: 'a number',
    fits: (value) => typeof value === 'number',
  },
];

/** Describes the part of the schema that `validate` cannot check, as a sentence; `undefined` if it can check all parts. */
export function checkSupported(schema: JsonSchema): string | undefined {
  return problemOf(schema, '', schema);
}

function problemOf(schema: unknown, path: string, root: JsonSchema): string | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (!isObject(schema)) return `at "${path}" stands ${JSON.stringify(schema)} where a schema is expected`;
  for (const keyword of Object.keys(schema)) {
    if (!KNOWN.has(keyword) && !keyword.startsWith('x-')) return `keyword "${keyword}" at "${path}" is not supported`;
  }
  for (const { keywords, form, fits } of FORMS) {
    const wrong = keywords.find((keyword) => schema[keyword] !== undefined && !fits(schema[keyword]));
    if (wrong !== undefined) return `"${wrong}" at "${path}" is ${short(schema[wrong])}, not ${form}`;
  }
  if ('$ref' in schema && !refEnds(schema.$ref, root))
    return `"$ref" at "${path}" is ${JSON.stringify(schema.$ref)}, which leads to no schema inside this one`;
  if ('pattern' in schema && patternOf(schema.pattern) === undefined)
    return `"pattern" at "${path}" is ${JSON.stringify(schema.pattern)}, which is not a regular expression`;
  for (const [child, at] of subschemas(schema, path)) {
    const problem = problemOf(child, at, root);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function* subschemas(schema: JsonSchema, path: string): Generator<[unknown, string]> {
  for (const keyword of ['properties', '$defs', 'definitions']) {
    for (const [key, child] of Object.entries(isObject(schema[keyword]) ? schema[keyword] : {}))
      yield [child, `${path}/${keyword}/${key}`];
  }
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    for (const [index, child] of (Array.isArray(schema[keyword]) ? schema[keyword] : []).entries())
      yield [child, `${path}/${keyword}/${index}`];
  }
  for (const keyword of ['items', 'additionalProperties', 'propertyNames', 'not']) {
    if (schema[keyword] !== undefined) yield [schema[keyword], `${path}/${keyword}`];
  }
}

/** Returns whether a chain of `$ref`s ends in a schema. A chain that returns to itself without a value in between never ends. */
function refEnds(ref: unknown, root: JsonSchema): boolean {
  const seen = new Set<unknown>();
  let next = ref;
  while (typeof next === 'string' && !seen.has(next)) {
    seen.add(next);
    const target = resolveRef(next, root);
    if (typeof target === 'boolean') return true;
    if (!isObject(target)) return false;
    if (target.$ref === undefined) return true;
    next = target.$ref;
  }
  return false;
}
