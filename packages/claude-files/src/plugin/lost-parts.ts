import type { Place } from '@loadout/config/documents';
import type { CompatContext } from '../foreign/compat-context.js';
import { lose } from '../foreign/tell-foreign.js';
import { has } from './part-paths.js';
import { bundleAddresses } from './read-bundles.js';
import type { Manifest } from './read-manifest.js';

/** Parts of a plugin that do nothing here, by its key in the manifest and its place in the folder. */
const LOST: Readonly<Record<string, { readonly files: readonly string[]; readonly note: string }>> = {
  bin: { files: ['bin'], note: 'its programs are not added to the PATH of commands' },
  monitors: { files: ['monitors'], note: 'monitors do not run' },
  themes: { files: ['themes'], note: 'Loadout has no themes' },
  workflows: { files: ['workflows'], note: 'workflows do not run' },
  settings: { files: ['settings.json'], note: 'settings of a plugin are not read' },
  channels: { files: [], note: 'Loadout takes no messages from a server as from a channel' },
  experimental: { files: [], note: 'themes and monitors are not read' },
  dependencies: { files: [], note: 'it is not added with this one; mount it too' },
  apps: { files: ['.app.json'], note: 'apps are not read' },
};

/** The names of the parts that do nothing here, with the reason. */
function lostParts(folder: string, { document, place }: Manifest): readonly { key: string; note: string; place: Place }[] {
  return Object.entries(LOST).flatMap(([key, { files, note }]) => {
    const entry = document.entries.get(key);
    const file = files.find((name) => has(folder, name));
    if (entry === undefined && file === undefined) return [];
    return [{ key: file ?? key, note, place: entry?.key ?? place }];
  });
}

const NOT_FETCHED = 'a bundle at an address is not fetched with the plugin';

/** Names each part that does nothing here. */
export function tellLostParts(manifest: Manifest, context: CompatContext): void {
  for (const { key, note, place } of lostParts(context.folder, manifest))
    lose({ path: [key], key, place, problem: note }, context);
  for (const { place } of bundleAddresses(manifest))
    lose({ path: ['mcpServers'], key: 'mcpServers', place, problem: NOT_FETCHED, fix: 'Add it with: loadout mcp add' }, context);
}
