import type { JsonSchema } from '@loadout/core';
import { SCRIPT_TOOLS } from '../compile/compile-tools.js';
import { placeOf } from '../document/flatten.js';
import { dotted, type Path, positionText } from '../document/node.js';
import { errors } from '../errors.js';
import { fixForMissing } from '../packages/first-party.js';
import { loadOwn } from '../packages/own-packages.js';
import { type CheckContext, packageFor, tell } from './check-context.js';
import { checkOptions } from './check-options.js';
import { type Mount, offeredTools } from './offered-tools.js';

/** The module `@loadout/tool-script/check`. */
interface Check {
  problemsOf(tool: unknown): Promise<readonly { path: Path; problem: string; fix: string }[]>;
}

const NAME = /^[A-Za-z](?!.*__)[\w-]{0,63}$/;

/** Checks the commands that are tools: their names, their shape, and what the package that runs them finds in them. */
export async function checkScriptTools(context: CheckContext, mounts: readonly Mount[]): Promise<void> {
  const { document, report } = context;
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
  const check = await loadOwn<Check>(use, `${use}/check`);
  for (const name of names) {
    for (const { path: inside, problem, fix } of (await check?.problemsOf(document.tools?.[name])) ?? []) {
      const path = ['tools', name, ...inside];
      const at = inside[0] === 'input' || inside.length === 0 ? ('key' as const) : undefined;
      tell(errors.CONFIG_SCRIPT_TOOL({ path: dotted(path), problem, fix }), path, { ...context, at });
    }
  }
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
