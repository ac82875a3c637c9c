import {
  fromJsonSchema,
  type Issue,
  type JsonSchema,
  type LoadoutError,
  nearest,
  type Parsed,
  secretOptions,
} from '@loadout/core';
import { placeOf } from '../document/flatten.js';
import { dotted, type Path } from '../document/node.js';
import type { CheckContext } from './check-context.js';

export interface Target {
  readonly schema: JsonSchema | undefined;
  readonly value: unknown;
  readonly base: Path;
}

export type MakeError = (problem: { path: string; problem: string; fix?: string | undefined }) => LoadoutError;

/** Checks a value against a plugin's own schema. The plugin itself checks a schema that is not supported here. */
export function checkOptions(target: Target, context: CheckContext, make: MakeError): void {
  if (target.schema === undefined) return;
  const secrets = new Set(secretOptions(target.schema, target.value).map(({ path }) => path));
  for (const issue of issuesOf(target.schema, target.value)) {
    const path = [...target.base, ...pathOf(issue.path, target.value)];
    if (context.failed.has(dotted(path))) continue;
    const required = issue.message === 'is required';
    const place = placeOf(context.flat, required ? path.slice(0, -1) : path, required || isUnknown(issue) ? 'key' : 'value');
    const secret = context.flat.hidden.has(dotted(path)) || secrets.has(issue.path);
    context.report.error(make(explain(issue, { path, secret, schema: target.schema })), {
      path,
      place,
    });
  }
}

function issuesOf(schema: JsonSchema, value: unknown): readonly Issue[] {
  try {
    const parsed = fromJsonSchema(schema, 'options').parse(value) as Parsed<unknown>;
    return parsed.ok ? [] : parsed.issues;
  } catch {
    return [];
  }
}

const isUnknown = (issue: Issue): boolean => issue.message.startsWith('is not a known parameter');

function explain(
  issue: Issue,
  p: { path: Path; secret: boolean; schema: JsonSchema },
): { path: string; problem: string; fix?: string | undefined } {
  const path = dotted(p.path);
  const key = String(p.path[p.path.length - 1] ?? '');
  if (isUnknown(issue)) {
    const known = issue.message.replace(/^.*known: /, '').split(', ');
    const near = nearest(key, known);
    const fix = near === undefined ? `Known here: ${known.join(', ')}.` : `Rename it to "${near}".`;
    return { path, problem: `is not an option${near === undefined ? '' : `; did you mean "${near}"`}`, fix };
  }
  if (issue.message === 'is required') return { path, problem: 'is required', fix: `Add ${key}: <value>.` };
  const fix = '`loadout schema` shows your editor what fits here.';
  return { path, fix, problem: p.secret ? issue.message.replace(/, is [\s\S]*$/, '') : issue.message };
}

/** Converts a JSON pointer to a path. A number is an index only where the value contains a list. */
export function pathOf(pointer: string, value: unknown): Path {
  const path: (string | number)[] = [];
  let current = value;
  for (const key of pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    const step = Array.isArray(current) ? Number(key) : key;
    path.push(step);
    current = typeof current === 'object' && current !== null ? (current as Record<string | number, unknown>)[step] : undefined;
  }
  return path;
}
