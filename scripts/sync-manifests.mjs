/** Writes the `"loadout"` field of each plugin package from its built code. With `--check`, only reports stale files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { concludeSync, settleFiles } from './lib/generated.mjs';
import { loadPackages, pluginOf } from './lib/plugins.mjs';
import { isMain, ROOT } from './lib/workspace.mjs';

/**
 * The package.json text of a package with a current manifest. The author declares `touches` and the modules of commands, so they
 * stay. A package without a plugin has commands alone.
 */
export async function withManifest(text, { plugin, module, commands, pluginManifest }) {
  const json = JSON.parse(text);
  const hookTypes = hookTypesOf(module ?? {});
  const given = { ...(hookTypes === undefined ? {} : { hookTypes }), ...(commands === undefined ? {} : { commands }) };
  const written = { ...json, loadout: { ...json.loadout, ...given } };
  const loadout = plugin === undefined ? { commands } : await pluginManifest(plugin, { packageJson: written });
  return `${laidOut({ ...json, loadout })}\n`;
}

const WIDTH = 200;

/** The JSON text of a package.json. In the manifest, a value that fits into a line takes one: an expanded schema is mostly space. */
function laidOut({ loadout, ...json }) {
  const fields = Object.keys(json).length === 0 ? [] : JSON.stringify(json, null, 2).slice(2, -2);
  return `{\n${fields},\n  "loadout": ${compact(loadout, '  ')}\n}`;
}

function compact(value, indent) {
  const line = JSON.stringify(value);
  if (line.length + indent.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((one) => `${inner}${compact(one, inner)}`).join(',\n')}\n${indent}]`;
  const rows = Object.entries(value).map(([key, one]) => `${inner}${JSON.stringify(key)}: ${compact(one, inner)}`);
  return `{\n${rows.join(',\n')}\n${indent}}`;
}

/** The entry's `type` selects the schema, so the schema omits it. */
function hookTypesOf({ hookKinds }) {
  if (hookKinds === undefined) return undefined;
  return Object.fromEntries(
    hookKinds.map(({ type, schema }) => {
      const { type: _type, ...properties } = schema.properties;
      return [type, { ...schema, properties }];
    }),
  );
}

export async function manifestFiles(root) {
  const { loaded, failures } = await loadPackages(root);
  const testing = loaded.find(({ json }) => json.name === '@loadout/testing')?.module;
  if (testing?.commandRows === undefined)
    return { files: {}, failures: [...failures, 'packages/testing exports no commandRows.'] };
  const files = {};
  const { pluginManifest, commandRows } = testing;
  for (const one of loaded.filter((found) => pluginOf(found) !== undefined || found.json.loadout?.commands !== undefined)) {
    const text = readFileSync(join(one.dir, 'package.json'), 'utf8');
    const commands = await commandRows(one.dir, one.json);
    const context = { plugin: pluginOf(one), module: one.module, commands, pluginManifest };
    files[`packages/${one.name}/package.json`] = await withManifest(text, context);
  }
  return { files, failures };
}

if (isMain(import.meta.url)) {
  const check = process.argv.includes('--check');
  const { files, failures } = await manifestFiles(ROOT);
  concludeSync({ stale: settleFiles(files, { root: ROOT, check }), failures, check, repair: 'node scripts/sync-manifests.mjs' });
}
