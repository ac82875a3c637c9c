/** Writes the `"loadout"` field of each plugin package from its built code. With `--check`, only reports stale files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { concludeSync, settleFiles } from './lib/generated.mjs';
import { loadPackages, pluginOf } from './lib/plugins.mjs';
import { isMain, ROOT } from './lib/workspace.mjs';

/** The package.json text of a plugin package with a current manifest. The author declares `touches`, so it stays. */
export async function withManifest(text, { plugin, module, pluginManifest }) {
  const json = JSON.parse(text);
  const hookTypes = hookTypesOf(module);
  const written = { ...json, loadout: { ...json.loadout, ...(hookTypes === undefined ? {} : { hookTypes }) } };
  return `${JSON.stringify({ ...json, loadout: await pluginManifest(plugin, { packageJson: written }) }, null, 2)}\n`;
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
  if (testing?.pluginManifest === undefined)
    return { files: {}, failures: [...failures, 'packages/testing exports no pluginManifest.'] };
  const files = {};
  for (const one of loaded.filter((found) => pluginOf(found) !== undefined)) {
    const text = readFileSync(join(one.dir, 'package.json'), 'utf8');
    const context = { plugin: pluginOf(one), module: one.module, pluginManifest: testing.pluginManifest };
    files[`packages/${one.name}/package.json`] = await withManifest(text, context);
  }
  return { files, failures };
}

if (isMain(import.meta.url)) {
  const check = process.argv.includes('--check');
  const { files, failures } = await manifestFiles(ROOT);
  concludeSync({ stale: settleFiles(files, { root: ROOT, check }), failures, check, repair: 'node scripts/sync-manifests.mjs' });
}
