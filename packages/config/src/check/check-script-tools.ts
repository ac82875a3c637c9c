import type { JsonSchema } from '@loadout/core';
import { SCRIPT_TOOLS } from '../compile/compile-tools.js';
import { type Flat, placeOf } from '../document/flatten.js';
import { dotted, type Path, positionText } from '../document/node.js';
import { errors } from '../errors.js';
import { findPackage } from '../packages/find-package.js';
import { fixForMissing } from '../packages/first-party.js';
import { type CheckContext, packageFor, tell } from './check-context.js';
import { checkOptions } from './check-options.js';
import { type Mount, offeredTools } from './offered-tools.js';

/** The module `@loadout/tool-script/check`. */
interface Check {
  problemsOf(tool: unknown): Promise<readonly { path: Path; problem: string; fix: string }[]>;
}

// A variable, so that neither the types nor the build of this package need the other one.
const CHECK: string = `${SCRIPT_TOOLS.use}/check`;
const NAME = /^[A-Za-z](?!.*__)[\w-]{0,63}$/;

/** Checks the commands that are tools: their names, their shape, and what the package that runs them finds in them. */
export async function checkScriptTools(context: CheckContext, mounts: readonly Mount[]): Promise<void> {
  const { document, report, flat, failed } = context;
  const names = Object.keys(document.tools ?? {});
  if (names.length === 0) return;
  const { use } = SCRIPT_TOOLS;
  const manifest = packageFor(use, context)?.manifest;
  if (manifest === undefined) {
    tell(errors.CONFIG_PLUGIN_MISSING({ what: 'tools', use, fix: fixForMissing(use) }), ['tools'], { ...context, at: 'key' });
    return;
  }
  checkToolNames(names, context, mounts);
  const { tools: schema } = (manifest.options?.properties ?? {}) as { readonly tools?: JsonSchema };
  const before = report.errors.length;
  checkOptions({ schema, value: document.tools, base: ['tools'] }, context, (p) => errors.CONFIG_SCRIPT_TOOL(p));
  if (report.errors.length > before) return;
  const check = await loadCheck(context.packageRoots);
  for (const name of names) {
    for (const { path: inside, problem, fix } of (await check?.problemsOf(document.tools?.[name])) ?? []) {
      const path = ['tools', name, ...inside];
      const known = knownPath(path, flat);
      if (failed.has(dotted(path)) || failed.has(dotted(known))) continue;
      const place = placeOf(flat, known, inside[0] === 'input' || inside.length === 0 ? 'key' : 'value');
      report.error(errors.CONFIG_SCRIPT_TOOL({ path: dotted(path), problem, fix }), { path, place });
    }
  }
}

/** The deepest part of a path that has a place in a file. */
const knownPath = (path: Path, flat: Flat): Path =>
  path.length === 0 || flat.places.has(dotted(path)) ? path : knownPath(path.slice(0, -1), flat);

/** Loads the check that is installed with this package. Code of the project's own `node_modules` does not run here (decision 0015). */
async function loadCheck(own: readonly string[]): Promise<Check | undefined> {
  if (!own.some((folder) => findPackage(SCRIPT_TOOLS.use, folder) !== undefined)) return undefined;
  return import(/* @vite-ignore */ CHECK) as Promise<Check>;
}

function checkToolNames(names: readonly string[], context: CheckContext, mounts: readonly Mount[]): void {
  const at = { ...context, at: 'key' as const };
  for (const name of names) {
    const path = ['tools', name];
    const rule = 'letters, digits, hyphens and underscores, at most 64, without "__"';
    if (!NAME.test(name)) tell(errors.CONFIG_NAME({ name, kind: 'a tool', rule }), path, at);
    const holder = mounts.find((mount) =>
      [...offeredTools([mount]).names].some((one) => one.toLowerCase() === name.toLowerCase()),
    );
    if (holder === undefined) continue;
    const [first = '', second = ''] = [['plugins', holder.name], path].map((one) => {
      const place = placeOf(context.flat, one, 'key');
      return place === undefined ? dotted(one) : positionText(place);
    });
    tell(errors.CONFIG_TOOL_TWICE({ name, first, second }), path, at);
  }
  if (!mounts.some(({ name }) => name === SCRIPT_TOOLS.mount)) return;
  const path = ['plugins', SCRIPT_TOOLS.mount];
  const problem = 'has the name that the key tools takes';
  tell(errors.CONFIG_VALUE_REFUSED({ path: dotted(path), problem, fix: 'Mount it under another name.' }), path, at);
}
