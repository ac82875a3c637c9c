import { errors } from '@loadout/config';
import {
  child,
  dotted,
  isMap,
  isText,
  type MapNode,
  type Node,
  type Path,
  type Place,
  type Report,
} from '@loadout/config/documents';
import { nearest } from '@loadout/core';
import { defined } from '@loadout/node';
import type { Manifest } from './read-manifest.js';
import type { Value } from './with-values.js';

interface OptionsContext {
  readonly report: Report;
  /** The path of the options in the configuration. */
  readonly path: Path;
  readonly place: Place;
}

/**
 * Returns the values of a plugin's `userConfig` by the names of their placeholders: those of the mount, else the defaults. Reports
 * options that are missing, unknown or of another type, and secrets that are written out.
 */
export function pluginOptions(
  { document }: Manifest,
  given: MapNode | undefined,
  context: OptionsContext,
): ReadonlyMap<string, Value> {
  const declared = child(document, 'userConfig');
  const known = isMap(declared) ? declared.entries : new Map<string, never>();
  for (const [key, entry] of given?.entries ?? [])
    if (!known.has(key)) unknown(key, { known: [...known.keys()], place: entry.key }, context);
  return new Map([...known].flatMap(([key, { value: spec }]) => option(key, { spec, node: child(given, key) }, context)));
}

interface Option {
  readonly spec: Node;
  readonly node: Node | undefined;
}

function option(key: string, { spec, node }: Option, context: OptionsContext): readonly (readonly [string, Value])[] {
  const name = `user_config.${key}`;
  const isSecret = isTrue(child(spec, 'sensitive'));
  if (node === undefined) {
    const preset = child(spec, 'default');
    if (preset?.kind === 'scalar' && preset.value !== null) return [[name, { text: String(preset.value), isSecret }]];
    if (isTrue(child(spec, 'required'))) missing(key, spec, context);
    return [];
  }
  const text = textOf(node);
  const isTemplate = isText(node) && node.value.includes('${');
  const problem = problemOf({ spec, node, isTemplate, isSecret });
  if (text === undefined || problem !== undefined) {
    wrong([...context.path, key], { place: node.place, problem: problem ?? 'must be a text, a number or a switch' }, context);
    return [];
  }
  const items = node.kind === 'list' ? node.items.flatMap((item) => textOf(item) ?? []) : undefined;
  return [[name, { text, isTemplate, isSecret, ...defined({ items }) }]];
}

const textOf = (node: Node): string | undefined => {
  if (node.kind === 'scalar') return node.value === null ? undefined : String(node.value);
  return node.kind === 'list' ? node.items.map(textOf).join(',') : undefined;
};

interface Given {
  readonly spec: Node;
  readonly node: Node;
  readonly isTemplate: boolean;
  readonly isSecret: boolean;
}

/** Returns the problem with a value. A value with `${…}` is known only later. */
function problemOf({ spec, node, isTemplate, isSecret }: Given): string | undefined {
  if (isSecret && !isTemplate) return 'is a secret: write ${secret:NAME} or ${env:NAME}';
  const type = child(spec, 'type');
  if (isTemplate || node.kind !== 'scalar' || !isText(type)) return undefined;
  const { value } = node;
  if (type.value === 'boolean' && typeof value !== 'boolean') return `must be true or false, but is ${JSON.stringify(value)}`;
  if (type.value !== 'number') return undefined;
  if (typeof value !== 'number') return `must be a number, but is ${JSON.stringify(value)}`;
  const [min, max] = ['min', 'max'].map((key) => child(spec, key));
  const isOut = (bound: Node | undefined, sign: number) =>
    bound?.kind === 'scalar' && typeof bound.value === 'number' && (value - bound.value) * sign > 0;
  return isOut(min, -1) || isOut(max, 1) ? `is out of its range: ${value}` : undefined;
}

const isTrue = (node: Node | undefined): boolean => node?.kind === 'scalar' && node.value === true;

function missing(key: string, spec: Node, { path, place, report }: OptionsContext): void {
  const title = child(spec, 'title');
  const expected = `a value${isText(title) ? ` (${title.value})` : ''}`;
  report.error(errors.CONFIG_MISSING_KEY({ key, where: dotted(path), expected }), { path: [...path, key], place });
}

function unknown(
  key: string,
  { known, place }: { known: readonly string[]; place: Place },
  { path, report }: OptionsContext,
): void {
  const problem = errors.CONFIG_UNKNOWN_KEY({ key, where: dotted(path), known, nearest: nearest(key, known), fix: undefined });
  report.error(problem, { path: [...path, key], place });
}

function wrong(path: Path, { place, problem }: { place: Place; problem: string }, { report }: OptionsContext): void {
  report.error(errors.CONFIG_VALUE_REFUSED({ path: dotted(path), problem, fix: 'Correct the option of the plugin.' }), {
    path,
    place,
  });
}
