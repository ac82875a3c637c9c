import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { errors } from './errors.js';

/** `loadout-tool-fs-0.1.0.tgz`, as `npm pack` names the tarball of `@loadout/tool-fs`. */
const TARBALL = /^loadout-([a-z][a-z0-9-]*?)-\d+\.\d+\.\d+(?:-[\w.]+)?\.tgz$/;

/**
 * Returns the text of a package.json whose packages of Loadout come from the tarballs of a folder, also those that only other packages need.
 * Throws CREATE_FROM.
 */
export function fromTarballs(text: string, from: string): string {
  const found = tarballsIn(from);
  const json = JSON.parse(text) as Record<string, Record<string, string> | undefined>;
  const ours = (names: Record<string, string> | undefined) =>
    Object.keys(names ?? {}).filter((name) => name.startsWith('@loadout/'));
  const missing = [...ours(json.dependencies), ...ours(json.devDependencies)].find((name) => !(name in found));
  if (missing !== undefined) throw errors.CREATE_FROM({ from, problem: `has no tarball of ${missing}` });
  const replaced = (names: Record<string, string> | undefined) =>
    names === undefined
      ? undefined
      : Object.fromEntries(Object.entries(names).map(([name, range]) => [name, found[name] ?? range]));
  const changed = {
    ...json,
    dependencies: replaced(json.dependencies),
    devDependencies: replaced(json.devDependencies),
    overrides: found,
  };
  return `${JSON.stringify(changed, null, 2)}\n`;
}

/** The specifier of each package that has a tarball. */
function tarballsIn(from: string): Readonly<Record<string, string>> {
  const folder = resolve(from);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw errors.CREATE_FROM({ from, problem: 'is no folder' });
  const found = readdirSync(folder).flatMap((file) => {
    const name = TARBALL.exec(file)?.[1];
    return name === undefined ? [] : [[`@loadout/${name}`, `file:${join(folder, file)}`] as const];
  });
  if (found.length === 0) throw errors.CREATE_FROM({ from, problem: 'has no tarballs such as loadout-cli-0.1.0.tgz' });
  return Object.fromEntries(found);
}
