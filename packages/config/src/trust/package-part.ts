import { join, relative } from 'node:path';
import { child, isText } from '../document/node.js';
import { findPackage, isLocal, packageFiles } from '../packages/find-package.js';
import { splitUse } from '../packages/split-use.js';
import { codeFiles } from './code-files.js';
import type { Part } from './gate.js';
import type { Looked } from './looked.js';

export interface PackageContext {
  readonly configDir: string;
  readonly looked: Looked;
  /** Contract: throws if the limits of a verdict are exceeded. */
  readonly hash: (file: string) => string;
  readonly sum: (text: string) => string;
}

/** An installed package that a part loads. The place of its installation does not matter. */
export interface TrustedPackage {
  readonly name: string;
  readonly version: string;
  /** One hash over all of its files. */
  readonly sha256: string;
}

/**
 * The package that a mount loads, identified by its files. The lock file of a repository is controlled by the repository and is
 * not used.
 */
export function packageOf({ path, node }: Part, { configDir, looked, hash, sum }: PackageContext): TrustedPackage | undefined {
  const inside = path[0] === 'profiles' ? path.slice(2) : path;
  if (inside.length !== 2 || (inside[0] !== 'plugins' && inside[0] !== 'providers')) return undefined;
  const use = isText(node) ? node : child(node, 'use');
  if (!isText(use) || isLocal(use.value)) return undefined;
  const { name } = splitUse(use.value);
  for (const place of packageFiles(name, [configDir])) looked.note(place);
  const found = findPackage(name, configDir);
  if (found === undefined) return undefined;
  const lines = codeFiles(found.packageDir, looked).map((file) => `${relative(found.packageDir, file)}\0${hash(file)}`);
  return { name, version: found.version, sha256: sum([join(name, found.version), ...lines].join('\n')) };
}
