import { nearest } from '@loadout/core';
import * as z from 'zod';
import type { $ZodIssue } from 'zod/v4/core';
import { type Flat, placeOf } from '../document/flatten.js';
import { dataAt, describe, dotted, type Path } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { branchesOf, schemasBelow } from '../schema/branches.js';
import { expectedOf, fixForType, typeWord, valueFor } from './expected.js';
import { kindOf, slip } from './known-slips.js';
import { ONCE } from './prune.js';

export interface ValidateContext {
  readonly schema: z.ZodType;
  readonly report: Report;
  /** Paths that are already known to be invalid. */
  readonly failed: ReadonlySet<string>;
  /** The path of the document within the whole, such as `profiles`. */
  readonly base?: Path | undefined;
  /** The name of the document in messages. */
  readonly title?: string | undefined;
  /** Whether to ignore an invalid value. */
  readonly ignore?: ((value: unknown) => boolean) | undefined;
}

interface Here extends ValidateContext {
  readonly flat: Flat;
}

/**
 * Reports everything that does not fit the schema, in our words. Returns the paths of the values that do not fit: none for a missing
 * key. Returns `undefined` if all fits.
 */
export function validate(flat: Flat, context: ValidateContext): readonly Path[] | undefined {
  const data = dataAt(flat.data, context.base ?? []);
  const result = context.schema.safeParse(data, ONCE);
  if (result.success) return undefined;
  const here = { ...context, flat };
  return result.error.issues.flatMap((issue) => report(issue as $ZodIssue, context.base ?? [], here));
}

function report(issue: $ZodIssue, base: Path, here: Here): readonly Path[] {
  const path = [...base, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))];
  const value = dataAt(here.flat.data, path);
  if (here.failed.has(dotted(path)) || here.ignore?.(value) === true) return [path];
  if (issue.code === 'invalid_union') return reportUnion(issue, path, here);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => reportUnknownKey(key, path, here));
  if (value === undefined && path.length > 0) return reportMissing(path, here);
  const problem = problemOf(issue, path, shownAt(path, here));
  here.report.error(problem, { path, place: placeOf(here.flat, path) });
  return [path];
}

/** The value at a path as a message may show it. */
const shownAt = (path: Path, { flat }: Here): unknown => (flat.hidden.has(dotted(path)) ? '***' : dataAt(flat.data, path));

function problemOf(issue: $ZodIssue, path: Path, value: unknown) {
  const where = dotted(path) || 'The file';
  const found = describe(value);
  if (issue.code === 'invalid_type') {
    const expected = typeWord(issue.expected);
    return errors.CONFIG_WRONG_TYPE({
      path: where,
      expected,
      found,
      fix: fixForType(expected, { value, kind: kindOf(path) }),
    });
  }
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    return errors.CONFIG_VALUE_UNKNOWN({
      path: where,
      found,
      nearest: allowed.length === 1 ? undefined : nearest(String(value), allowed),
      allowed,
    });
  }
  if (issue.code === 'too_small' && issue.origin === 'string')
    return errors.CONFIG_VALUE_REFUSED({
      path: where,
      problem: 'must not be an empty text',
      fix: 'Give it a value, or remove the key.',
    });
  if (issue.code === 'too_small' && issue.origin === 'array')
    return errors.CONFIG_VALUE_REFUSED({
      path: where,
      problem: 'must not be an empty list',
      fix: 'Add an item, or remove the key.',
    });
  if (issue.code === 'too_small') return range({ where, found, limit: `at least ${issue.minimum}` });
  if (issue.code === 'too_big') return range({ where, found, limit: `at most ${issue.maximum}` });
  const fix = issue.code === 'custom' && typeof issue.params?.fix === 'string' ? issue.params.fix : undefined;
  const seen = value === null || typeof value === 'object' ? '' : `, but is ${found}`;
  return errors.CONFIG_VALUE_REFUSED({ path: where, problem: `${issue.message}${seen}`, fix });
}

const range = ({ where, found, limit }: { where: string; found: string; limit: string }) =>
  errors.CONFIG_VALUE_REFUSED({ path: where, problem: `must be ${limit}, but is ${found}`, fix: `Write a number of ${limit}.` });

/** Reports the problems of the intended branch: the branch that accepts this kind of value. */
function reportUnion(issue: Extract<$ZodIssue, { code: 'invalid_union' }>, path: Path, here: Here): readonly Path[] {
  const value = shownAt(path, here);
  if (issue.discriminator !== undefined) return reportDiscriminator(issue, path, here);
  const isOtherType = (issues: readonly $ZodIssue[]) =>
    issues.some((one) => one.code === 'invalid_type' && one.path.length === 0);
  const meant = issue.errors.find((issues) => !isOtherType(issues));
  if (meant !== undefined) return meant.flatMap((one) => report(one, path, here));
  const expected = expectedOf(issue.errors);
  const details = {
    path: dotted(path),
    expected,
    found: describe(value),
    fix: fixForType(expected, { value, kind: kindOf(path) }),
  };
  here.report.error(errors.CONFIG_WRONG_TYPE(details), { path, place: placeOf(here.flat, path) });
  return [path];
}

function reportDiscriminator(issue: Extract<$ZodIssue, { code: 'invalid_union' }>, path: Path, here: Here): readonly Path[] {
  const allowed = ['adaptive', 'enabled', 'disabled'];
  const at = path[path.length - 1] === issue.discriminator ? path : [...path, String(issue.discriminator)];
  const value = shownAt(at, here);
  const problem =
    value === undefined
      ? errors.CONFIG_MISSING_KEY({
          key: String(issue.discriminator),
          where: dotted(at.slice(0, -1)),
          expected: 'adaptive, enabled or disabled',
        })
      : errors.CONFIG_VALUE_UNKNOWN({
          path: dotted(at),
          found: describe(value),
          nearest: nearest(String(value), allowed),
          allowed,
        });
  here.report.error(problem, { path: at, place: placeOf(here.flat, at) });
  return [at.slice(0, -1)];
}

function reportMissing(path: Path, here: Here): readonly Path[] {
  const key = String(path[path.length - 1]);
  const above = path.slice(0, -1);
  const problem = errors.CONFIG_MISSING_KEY({ key, where: dotted(above) || 'The file', expected: valueFor(key) });
  here.report.error(problem, { path, place: placeOf(here.flat, above, 'key') });
  return [];
}

function reportUnknownKey(key: string, path: Path, here: Here): Path {
  const full = [...path, key];
  const where = dotted(path) || (here.title ?? 'the file');
  const known = keysAt(here.schema, path.slice(here.base?.length ?? 0));
  const near = nearest(key, known);
  const fix = slip(kindOf(path), key);
  const problem = errors.CONFIG_UNKNOWN_KEY({ key, where, known, nearest: fix === undefined ? near : undefined, fix });
  here.report.error(problem, { path: full, place: placeOf(here.flat, full, 'key') });
  return full;
}

/** The keys that the schema knows in the map at `path`. */
function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  const maps = path.reduce<readonly z.ZodType[]>(schemasBelow, branchesOf(schema));
  return [...new Set(maps.flatMap((one) => (one instanceof z.ZodObject ? Object.keys(one.shape) : [])))];
}
