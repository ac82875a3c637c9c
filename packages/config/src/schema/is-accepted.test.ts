import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documents } from './config-schema.js';
import { isAccepted } from './is-accepted.js';
import type { Refinement } from './refinements.js';
import type { Shape, Shapes } from './shape.js';
import generated from './shapes.json' with { type: 'json' };

const { list, documents: places } = generated as unknown as Shapes;
const NAMES = ['configuration', 'profiles', 'settings'] as const;
const RUNS = 1_500;

/** Values that each refinement accepts. A refined map is made of its keys alone, so that some fit and some do not. */
const REFINED: Partial<Record<Refinement, readonly unknown[]>> = {
  isApprover: ['MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE='],
  isDuration: [90, '90s', '2m'],
  isHost: ['example.com', '*.example.com'],
  isMatcher: ['*', 'Edit|Write', '^mcp__.*$'],
  isRetention: ['30d', '12h'],
  isToolSearch: ['auto', 'on', 'auto:20'],
};

/** Values at and beyond the bounds of some shape, and values of no shape. */
const ODD = fc.constantFrom<unknown>(
  ...[null, true, '', 'x', '30d', '(', '${env:X}', 0, 1, -1, 0.5, 1.5, 2.1, 15, 16, 100, 101, 1e300, Number.NaN],
  ...[Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1, [], [null], [''], ['x'], {}, { type: 'x' }, { x: 1 }],
);

/** Values of a shape. Deep down only the needed keys are there, so that a value has an end. */
function valuesOf(place: number, depth = 0): fc.Arbitrary<unknown> {
  const shape = list[place] as Shape;
  const known = (shape.refined ?? []).flatMap((name) => REFINED[name] ?? []);
  if (known.length > 0) return fc.constantFrom(...known);
  const inner = (one: number) => valuesOf(one, depth + 1);
  switch (shape.is) {
    case 'anything':
      return ODD;
    case 'nothing':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'text':
      return fc.string({ minLength: shape.least ?? 0, maxLength: 5 });
    case 'number':
      return numbersOf(shape);
    case 'one of':
      return fc.constantFrom(...shape.values);
    case 'list':
      return fc.array(inner(shape.of), { minLength: shape.least ?? 0, maxLength: depth > 5 ? (shape.least ?? 0) : 2 });
    case 'either':
      return fc.oneof(...shape.of.map(inner));
    case 'names':
      return depth > 5
        ? fc.constant({})
        : fc.dictionary(inner(shape.names) as fc.Arbitrary<string>, inner(shape.of), { maxKeys: 2 });
    case 'map':
      return mapsOf(shape, depth);
  }
}

const numbersOf = ({ isWhole, least, above, most }: Extract<Shape, { is: 'number' }>) => {
  const min = least ?? above ?? -5;
  const bounds = { min, max: most ?? min + 20 };
  return isWhole ? fc.integer(bounds) : fc.double({ ...bounds, noNaN: true, minExcluded: above !== undefined });
};

function mapsOf({ keys, needed }: Extract<Shape, { is: 'map' }>, depth: number): fc.Arbitrary<unknown> {
  const others = Object.keys(keys).filter((key) => !needed.includes(key));
  const chosen = depth > 5 ? fc.constant([]) : fc.subarray(others, { maxLength: Math.min(others.length, depth === 0 ? 4 : 3) });
  return chosen.chain((some) =>
    fc.record(Object.fromEntries([...needed, ...some].map((key) => [key, valuesOf(keys[key] ?? -1, depth + 1)]))),
  );
}

type Path = readonly (string | number)[];

const pathsOf = (value: unknown, path: Path = []): Path[] =>
  typeof value !== 'object' || value === null
    ? [path]
    : [path, ...Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]))];

/** The value with one change at a path: another value, one key less, or one key more. */
function changed(
  value: unknown,
  path: Path,
  change: { readonly kind: string; readonly odd: unknown; readonly key: string },
): unknown {
  const [key, ...rest] = path;
  if (key === undefined) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return change.kind === 'add' && isObject ? { ...value, [change.key]: change.odd } : change.odd;
  }
  if (Array.isArray(value)) return value.map((item, index) => (index === Number(key) ? changed(item, rest, change) : item));
  const entries = Object.entries(value as object);
  return change.kind === 'remove' && rest.length === 0
    ? Object.fromEntries(entries.filter(([name]) => name !== key))
    : Object.fromEntries(entries.map(([name, item]) => [name, name === key ? changed(item, rest, change) : item]));
}

const changes = fc.record({
  kind: fc.constantFrom('set', 'remove', 'add'),
  odd: ODD,
  key: fc.constantFrom('x', 'x-note', 'type', 'constructor', 'toString', 'PreToolUse'),
  at: fc.nat(),
});

const mutated = (document: (typeof NAMES)[number]) =>
  fc.tuple(valuesOf(places[document]), fc.array(changes, { maxLength: 2 })).map(([value, some]) =>
    some.reduce<unknown>((left, change) => {
      const paths = pathsOf(left);
      return changed(left, paths[change.at % paths.length] ?? [], change);
    }, value),
  );

describe.each(NAMES)('the shapes of the document %s', (document) => {
  it('accept what its schema accepts, and refuse what its schema refuses', () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(mutated(document), (value) => {
        const { success } = documents[document].safeParse(value);
        seen[success ? 'accepted' : 'refused'] += 1;
        expect(isAccepted(document, value)).toBe(success);
      }),
      { numRuns: RUNS },
    );
    // Values of one kind alone would prove nothing about the other.
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(RUNS / 20);
  });
});
