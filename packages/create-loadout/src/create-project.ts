import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fromBundle, readBundle } from './bundle.js';
import { errors } from './errors.js';
import { type Template, templates } from './templates.js';

export interface CreateOptions {
  /** The folder. It is made if it is not there, and must be empty otherwise. */
  readonly dir: string;
  /** Default: `minimal`. */
  readonly template?: string | undefined;
  /** The folder of a bundle, whose packages are installed in place of those of a registry. */
  readonly from?: string | undefined;
  /** Writes nothing. Default: false. */
  readonly dryRun?: boolean | undefined;
}

export interface Created {
  /** Absolute. */
  readonly dir: string;
  readonly template: string;
  /** Paths in the folder, sorted. */
  readonly files: readonly string[];
  /** The commands to type in the folder. */
  readonly next: readonly string[];
}

/** Writes a folder from a template. Everything is checked before anything is written. Throws CREATE_*. */
export function createProject({ dir, template = 'minimal', from, dryRun = false }: CreateOptions): Created {
  const target = resolve(dir);
  const found = templateOf(template);
  const name = nameFor(target);
  refuseFull(target, dir);
  const bundle = from === undefined ? undefined : readBundle(from);
  const texts = Object.entries(found.files).map(([path, text]) => {
    const own = filled(text, name);
    return [path, bundle !== undefined && path === 'package.json' ? fromBundle(own, { bundle, target }) : own] as const;
  });
  if (!dryRun) for (const [path, text] of texts) write(join(target, path), text);
  return { dir: target, template, files: texts.map(([path]) => path).sort(), next: found.next };
}

function templateOf(template: string): Template {
  const known = templates();
  const found = Object.hasOwn(known, template) ? known[template] : undefined;
  if (found === undefined) throw errors.CREATE_TEMPLATE({ template, known: Object.keys(known) });
  return found;
}

/** The name of the package. Letters that npm does not take become hyphens. */
function nameFor(target: string): string {
  const name = basename(target)
    .toLowerCase()
    .replace(/^loadout-plugin-/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '');
  if (name === '') throw errors.CREATE_NAME({ name: basename(target) });
  return name;
}

/** A folder with nothing but a new repository in it is as good as empty. */
function refuseFull(target: string, dir: string): void {
  if (!existsSync(target)) return;
  if (!statSync(target).isDirectory()) throw errors.CREATE_NOT_A_FOLDER({ dir });
  const found = readdirSync(target).find((entry) => entry !== '.git');
  if (found !== undefined) throw errors.CREATE_NOT_EMPTY({ dir, found });
}

const filled = (text: string, name: string): string =>
  text.replaceAll('__name__', name).replaceAll('__mount__', name.replaceAll('-', '_'));

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { flag: 'wx' });
}
