import { join, relative } from 'node:path';
import { child, isText, outsideProfile, type Path } from '../document/node.js';
import { findPackage, isLocal, packageFiles, splitUse } from '../packages/find-package.js';
import { loadingOption, packageOfModule } from '../packages/lock-mounts.js';
import { allFiles, codeFiles } from './code-files.js';
import type { ForeignPlugin } from './foreign-plugin.js';
import type { Part } from './gate.js';
import type { WatchedPaths } from './watched-paths.js';

export interface PackageContext {
  readonly configDir: string;
  readonly watched: WatchedPaths;
  /** Contract: throws if the limits of a verdict are exceeded. */
  readonly hash: (file: string) => string;
  readonly sum: (text: string) => string;
  /** The package of the mount at a path. */
  readonly useOf: (path: Path) => string | undefined;
  /** The plugin of another program that a part mounts. */
  readonly pluginOf: (part: Part) => ForeignPlugin | undefined;
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
export function packageOf(part: Part, context: PackageContext): TrustedPackage | undefined {
  const { configDir, watched, useOf } = context;
  const plugin = context.pluginOf(part);
  if (plugin !== undefined) return packageOfFiles(allFiles(plugin.folder, watched), plugin, context);
  const name = loadedName(part, useOf);
  if (name === undefined || isLocal(name)) return undefined;
  for (const place of packageFiles(name, [configDir])) watched.note(place);
  const found = findPackage(name, configDir);
  if (found === undefined) return undefined;
  const folder = found.packageDir;
  return packageOfFiles(codeFiles(folder, watched), { folder, name, version: found.version }, context);
}

function packageOfFiles(
  files: readonly string[],
  { folder, name, version }: Pick<ForeignPlugin, 'folder' | 'name' | 'version'>,
  { hash, sum }: PackageContext,
): TrustedPackage {
  const lines = files.map((file) => `${relative(folder, file)}\0${hash(file)}`);
  return { name, version, sha256: sum([join(name, version), ...lines].join('\n')) };
}

/** The package whose code the project chooses: that of a mount, or one that an option of a package of ours names. */
function loadedName({ path, node }: Part, useOf: PackageContext['useOf']): string | undefined {
  const [section, , options, option, ...deeper] = outsideProfile(path);
  if ((section !== 'plugins' && section !== 'providers') || deeper.length > 0) return undefined;
  if (options === undefined) {
    const use = isText(node) ? node : child(node, 'use');
    return !isText(use) || isLocal(use.value) ? undefined : splitUse(use.value).name;
  }
  const use = useOf(path);
  const isNamed = options === 'options' && use !== undefined && option === loadingOption(use);
  return isNamed && isText(node) ? packageOfModule(node.value) : undefined;
}
