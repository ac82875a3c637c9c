import { runInNewContext } from 'node:vm';
import { fromJsonSchema, type Issue, type JsonSchema, type LoadoutError, nearest, type Parsed } from '@loadout/core';
import { issueText, pointerKeys, secretPlaces } from '@loadout/core/run';
import { dataAt, dotted, type Path } from '../document/node.js';
import { type CheckContext, tell } from './check-context.js';

export interface Target {
  readonly schema: JsonSchema | undefined;
  readonly value: unknown;
  readonly base: Path;
}

type MakeError = (problem: { path: string; problem: string; fix?: string | undefined }) => LoadoutError;

/** Checks a value against a plugin's own schema. */
export function checkOptions(target: Target, context: CheckContext, make: MakeError): void {
  if (target.schema === undefined) return;
  const hides = secretPlaces(target.schema, target.value);
  for (const issue of optionIssues(target.schema, target.value)) {
    const path = [...target.base, ...pathOf(issue.path, target.value)];
    const secret = isHidden(dotted(path), context) || hides(issue.path);
    // The frame of a problem shows the line of the file. A value that failed is still the reference that was written.
    if (secret && !context.failed.has(dotted(path))) context.report.hide(textsIn(valueAt(issue.path, target.value)));
    tell(make(explain(issue, { path, secret, target })), path, issue.kind === undefined ? context : { ...context, at: 'key' });
  }
}

const isHidden = (path: string, { flat }: CheckContext): boolean =>
  [...flat.hidden].some((hidden) => hidden === path || hidden.startsWith(`${path}.`) || hidden.startsWith(`${path}[`));

/** The time for a schema with a pattern. Whoever wrote the manifest wrote the pattern, and some patterns take for ever. */
const MOST_MS = 250;

/** Returns what does not fit the schema of a plugin. Nothing, if the schema is not supported here: the plugin itself checks it. */
export function optionIssues(schema: JsonSchema, value: unknown): readonly Issue[] {
  const work = () => fromJsonSchema(schema, 'options').parse(value) as Parsed<unknown>;
  try {
    const hasPattern = JSON.stringify(schema).includes('"pattern"');
    const parsed: Parsed<unknown> = hasPattern ? runInNewContext('work()', { work }, { timeout: MOST_MS }) : work();
    return parsed.ok ? [] : parsed.issues;
  } catch {
    return [];
  }
}

function explain(
  issue: Issue,
  p: { path: Path; secret: boolean; target: Target },
): { path: string; problem: string; fix?: string | undefined } {
  const path = dotted(p.path);
  const key = String(p.path[p.path.length - 1] ?? '');
  if (issue.kind === 'unknown') {
    const { known = [] } = issue;
    const near = nearest(key, known);
    const fix = near === undefined ? `Known here: ${known.join(', ') || 'none'}.` : `Rename it to "${near}".`;
    return { path, problem: 'is not an option', fix };
  }
  if (issue.kind === 'required') return { path, problem: 'is required', fix: `Add ${key}: <value>.` };
  const written = p.secret ? undefined : otherWriting(issue, p.target);
  const fix = written ?? '`loadout schema` shows your editor what fits here.';
  return { path, fix, problem: issueText(issue, { hidesValue: p.secret }) };
}

/** Suggests the nearest allowed value, or the same value as text, without quotes, or in a list, where that fits. */
function otherWriting({ path, known }: Issue, { schema, value }: Target): string | undefined {
  const found = valueAt(path, value);
  if (schema === undefined) return undefined;
  const near = typeof found === 'string' ? nearest(JSON.stringify(found), known ?? []) : undefined;
  if (near !== undefined) return `Write ${near}.`;
  const fits = (other: unknown) =>
    optionIssues(schema, withValue(value, pathOf(path, value), other)).every(
      ({ path: at }) => at !== path && !at.startsWith(`${path}/`),
    );
  if (typeof found === 'number' || typeof found === 'boolean')
    return fits(String(found)) ? `Put it in quotes: "${found}".` : undefined;
  if (typeof found === 'string' && fits([found])) return `Write [${JSON.stringify(found)}].`;
  const plain = found === 'true' || found === 'false' ? found === 'true' : Number(found);
  return typeof found === 'string' && found.trim() !== '' && fits(plain) ? `Write ${found} without quotes.` : undefined;
}

function withValue(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? withValue(item, rest, other) : item));
  if (typeof value !== 'object' || value === null) return value;
  return { ...value, [key]: withValue((value as Readonly<Record<string, unknown>>)[key], rest, other) };
}

const valueAt = (pointer: string, value: unknown): unknown => dataAt(value, pathOf(pointer, value));

/** The texts and numbers of a value. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsIn)
    : typeof value === 'string' || typeof value === 'number'
      ? [String(value)]
      : [];

/** Converts a JSON pointer to a path. A number is an index only where the value contains a list. */
export function pathOf(pointer: string, value: unknown): Path {
  const path: (string | number)[] = [];
  for (const key of pointerKeys(pointer)) path.push(Array.isArray(dataAt(value, path)) ? Number(key) : key);
  return path;
}
