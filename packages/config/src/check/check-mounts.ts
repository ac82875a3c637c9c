import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { secretOptions } from '@loadout/core/run';
import { placeOf } from '../document/flatten.js';
import { baseOf } from '../document/folder-of.js';
import { at, dotted, isText, type Path } from '../document/node.js';
import { errors } from '../errors.js';
import { parseTemplate } from '../interpolate/template.js';
import { isLocal, splitUse } from '../packages/find-package.js';
import { fixForMissing } from '../packages/first-party.js';
import { type CheckContext, packageFor, tell, warn } from './check-context.js';
import { checkOptions, pathOf, type Target } from './check-options.js';
import type { Mount } from './offered-tools.js';

interface Details {
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  readonly optional?: boolean | undefined;
  readonly overrides?: Readonly<Record<string, string>> | undefined;
}

type Section = 'plugins' | 'providers';

/** Finds the package of every entry in a section, and checks its version and options. */
export async function checkMounts(section: Section, context: CheckContext): Promise<readonly Mount[]> {
  const names = Object.keys(context.document[section] ?? {});
  const mounts = await Promise.all(names.map((name) => checkMount(section, name, context)));
  return mounts.filter((mount) => mount !== undefined);
}

async function checkMount(section: Section, name: string, context: CheckContext): Promise<Mount | undefined> {
  const entry = context.document[section]?.[name];
  const path: Path = typeof entry === 'string' ? [section, name] : [section, name, 'use'];
  const written = typeof entry === 'string' ? entry : entry?.use;
  if (written === undefined || context.failed.has(dotted(path))) return undefined;
  const { options = {}, overrides = {}, optional }: Details = typeof entry === 'object' ? entry : {};
  const { name: use, range } = splitUse(written);
  const base = { name, use, overrides };
  const own = baseOf(placeOf(context.flat, path), context.cwd);
  if (isLocal(use)) {
    const file = resolve(own, use);
    if (!existsSync(file)) tell(errors.CONFIG_FILE_MISSING({ file, problem: 'does not exist' }), path, context);
    return base;
  }
  // A base or preset in another folder still refers to the packages of the project that extends it.
  const found = packageFor(use, context, [own]);
  if (found === undefined) {
    const missing = errors.CONFIG_PLUGIN_MISSING({ what: `${section}.${name}`, use, fix: fixForMissing(use) });
    tell(missing, path, { ...context, isWarning: optional === true ? true : undefined });
    return base;
  }
  const { manifest } = found;
  if (range !== undefined) await checkRange({ use, range, version: found.version, path }, context);
  if (manifest === undefined) return base;
  const target: Target = { schema: manifest.options, value: options, base: [section, name, 'options'] };
  const secrets = takeSecretOptions(target, context);
  if (section === 'providers' && manifest.model !== true) tell(errors.CONFIG_NOT_A_MODEL({ name, use }), path, context);
  checkOptions(target, context, (p) => errors.CONFIG_PLUGIN_OPTIONS({ ...p, use }));
  return { ...base, manifest, secrets };
}

interface Wanted {
  readonly use: string;
  readonly range: string;
  readonly version: string;
  readonly path: Path;
}

async function checkRange({ use, range, version, path }: Wanted, context: CheckContext): Promise<void> {
  const fits = await fitsRange(version, range);
  if (fits === undefined) {
    const problem = `has the version range ${JSON.stringify(range)}, which is not supported`;
    const fix = 'Write ^1.2, ~1.2, >=1.2, 1.2.3 or 1.x.';
    tell(errors.CONFIG_VALUE_REFUSED({ path: dotted(path), problem, fix }), path, context);
  } else if (!fits) tell(errors.CONFIG_PLUGIN_VERSION({ use, range, found: version }), path, context);
}

/** Whether a version fits a range of npm. `undefined`: the text is no range. Few configurations have one, so the library loads late. */
export async function fitsRange(version: string, range: string): Promise<boolean | undefined> {
  const { default: semver } = await import('semver');
  return semver.validRange(range) === null ? undefined : semver.satisfies(version, range, { includePrerelease: true });
}

/**
 * Hides the options that a plugin's schema marks with `secret: true`, and warns about each that is written into the file. Returns
 * their values.
 */
function takeSecretOptions({ schema, value, base }: Target, context: CheckContext): readonly string[] {
  if (schema === undefined) return [];
  const found = secretOptions(schema, value)
    .map((one) => ({ value: one.value, path: [...base, ...pathOf(one.path, value)] }))
    .filter(({ path }) => !context.failed.has(dotted(path)));
  context.report.hide(found.map((one) => one.value));
  for (const { path } of found) {
    const written = at(context.written, path);
    if (isText(written) && parseTemplate(written.value).every((part) => typeof part === 'string'))
      warn(errors.CONFIG_SECRET_OPTION({ path: dotted(path) }), path, context);
  }
  return found.map((one) => one.value);
}
