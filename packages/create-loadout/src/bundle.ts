import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { errors } from './errors.js';

/** The packages of a release as files of one folder, for a machine or a time without a registry that has them. */
export interface Bundle {
  /** Absolute. */
  readonly folder: string;
  readonly packages: Readonly<Record<string, BundledPackage>>;
}

export interface BundledPackage {
  /** The name of its tarball in the folder. */
  readonly file: string;
  readonly integrity: string;
  /** The packages of the bundle that it cannot be without. */
  readonly needs: readonly string[];
}

/** Reads what is in the folder of a bundle. Throws CREATE_FROM. */
export function readBundle(folder: string): Bundle {
  const file = join(resolve(folder), 'bundle.json');
  try {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Pick<Bundle, 'packages'>;
    if (Object.values(packages).every(isPackage)) return { folder: resolve(folder), packages };
  } catch (error) {
    throw errors.CREATE_FROM({ folder, problem: 'it has no bundle.json that can be read' }, { cause: error });
  }
  throw errors.CREATE_FROM({ folder, problem: 'its bundle.json does not name a file, an integrity and needs of each package' });
}

/** A name with a folder in it would lead out of the bundle. */
const isPackage = ({ file, integrity, needs }: BundledPackage): boolean =>
  typeof file === 'string' && !/[\\/]/.test(file) && typeof integrity === 'string' && Array.isArray(needs);

type Dependencies = Record<string, string>;

/**
 * Returns a package.json whose packages of the bundle come from its files. What those need stands there too: npm then finds
 * everything of the bundle at the top, and asks no registry for it. Throws CREATE_FROM.
 */
export function fromBundle(
  packageJson: string,
  { bundle, target }: { readonly bundle: Bundle; readonly target: string },
): string {
  const json = JSON.parse(packageJson) as Record<string, unknown>;
  const placed = new Set<string>();
  for (const section of ['dependencies', 'devDependencies']) {
    const listed = json[section] as Dependencies | undefined;
    if (listed === undefined) continue;
    const ours = Object.keys(listed).filter((name) => name.startsWith('@loadout/'));
    const all = withNeeds(ours, bundle).filter((name) => !placed.has(name));
    const files = all.map((name) => [name, specOf(name, { bundle, target })] as const);
    json[section] = sorted({ ...listed, ...Object.fromEntries(files) });
    for (const name of all) placed.add(name);
  }
  return `${JSON.stringify(json, null, 2)}\n`;
}

function withNeeds(names: readonly string[], { packages, folder }: Bundle): readonly string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    const one = packages[name];
    if (one === undefined) throw errors.CREATE_FROM({ folder, problem: `it has no ${name}` });
    found.add(name);
    one.needs.forEach(visit);
  };
  names.forEach(visit);
  return [...found];
}

function specOf(name: string, { bundle, target }: { readonly bundle: Bundle; readonly target: string }): string {
  const { file = '', integrity } = bundle.packages[name] ?? {};
  if (integrityOf(join(bundle.folder, file)) !== integrity)
    throw errors.CREATE_FROM({ folder: bundle.folder, problem: `${file} is not the file that its bundle.json describes` });
  return `file:${relative(target, join(bundle.folder, file)).split(sep).join('/')}`;
}

function integrityOf(file: string): string | undefined {
  try {
    return `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  } catch {
    // A file that cannot be read is not the one that is described.
    return undefined;
  }
}

const sorted = (dependencies: Dependencies): Dependencies =>
  Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
