import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { expect, it } from 'vitest';
import { root } from './lib/loadout.js';

const PACKAGES = join(root, 'packages');

const filesOf = (name: string) =>
  readdirSync(join(PACKAGES, name, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(PACKAGES, name, 'dist', file));

function importsOf(file: string): readonly string[] {
  const { staticImports, staticExports } = parseSync(file, readFileSync(file, 'utf8')).module;
  const passedOn = staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? []));
  const requests = [...staticImports.map(({ moduleRequest }) => moduleRequest), ...passedOn];
  return requests.flatMap(({ value }) => (value.startsWith('.') ? [resolve(dirname(file), value)] : []));
}

/** Returns the files of a circle of imports that begins at the file. */
function circleFrom(file: string, way: readonly string[], clean: Set<string>): readonly string[] | undefined {
  if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
  if (clean.has(file)) return undefined;
  for (const next of importsOf(file)) {
    const circle = circleFrom(next, [...way, file], clean);
    if (circle !== undefined) return circle;
  }
  clean.add(file);
  return undefined;
}

it.each(readdirSync(PACKAGES))(
  'the built files of %s import each other in no circle, so a marked function is there before it is called',
  (name) => {
    const clean = new Set<string>();
    for (const file of filesOf(name)) {
      const circle = circleFrom(file, [], clean);
      expect(circle?.map((one) => relative(PACKAGES, one))).toBeUndefined();
    }
  },
);
