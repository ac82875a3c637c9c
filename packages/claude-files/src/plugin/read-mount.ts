import { realpathSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { errors } from '@loadout/config';
import {
  child,
  type ForeignFiles,
  type ForeignPlugin,
  isMap,
  isText,
  type MapNode,
  type MountInput,
} from '@loadout/config/documents';
import { fitShape } from '../fields/check-shape.js';
import { compatContext } from '../foreign/compat-context.js';
import { findPlugin, type MountContext } from '../store/find-plugin.js';
import { dataFolder } from '../store/places.js';
import { linksOut } from '../store/plugin-files.js';
import { pluginOptions } from './plugin-options.js';
import { readBundles, withBundleOptions } from './read-bundles.js';
import { lspMount } from './read-language-servers.js';
import { readManifest } from './read-manifest.js';
import { readPlugin } from './read-plugin.js';

/** Reads a plugin that a configuration mounts. All of it waits for trust. */
export const readMount: ForeignFiles['readMount'] = async (node, given) => {
  const read = await readOrRefuse(node, given);
  if (read === undefined || !('problem' in read)) return read;
  const { mount, report, place } = given;
  const claude = child(node, 'claude');
  report.error(errors.CONFIG_CLAUDE_MOUNT({ mount, ...read }), {
    path: ['plugins', mount, 'claude'],
    place: claude?.place ?? place,
  });
  return undefined;
};

/** The reason why a plugin is not mounted, and what to do. */
interface Refused {
  readonly problem: string;
  readonly fix: string;
}

/** Reads a plugin, or says why there is none to read. A problem inside of the plugin goes to the report. */
export async function readOrRefuse(mount: MapNode, given: MountInput): Promise<ForeignPlugin | Refused | undefined> {
  const input = mountContext(given);
  const [claude, sha] = ['claude', 'sha'].map((key) => child(mount, key));
  if (!isText(claude)) return undefined;
  const found = await findPlugin(claude.value, isText(sha) ? sha.value : undefined, input);
  if ('problem' in found) return found;
  const [link] = linksOut(found.folder);
  if (link === undefined) return readFound(mount, found, input);
  const problem = `the link ${relative(found.folder, link)} leads out of it`;
  return { problem, fix: 'A plugin can only hold its own files.' };
}

export const mountContext = (given: MountInput): MountContext => ({
  ...compatContext(given.place, { ...given, file: given.place.file }),
  ...given,
});

interface Found {
  readonly folder: string;
  readonly entry?: MapNode | undefined;
  readonly sha?: string | undefined;
}

async function readFound(node: MapNode, { folder, entry, sha }: Found, input: MountContext): Promise<ForeignPlugin | undefined> {
  const { mount, report, env } = input;
  const real = realpathSync.native(folder);
  const place = { ...input.place, layer: 'project' as const };
  const here = { ...input, folder, root: real, place, servers: new Set<string>() };
  const written = await readManifest(folder, { ...here, name: basename(folder), entry });
  if (written === undefined) return undefined;
  const bundles = await readBundles(written, here);
  const manifest = withBundleOptions(written, bundles);
  const given = child(node, 'options');
  const options = pluginOptions(manifest, isMap(given) ? given : undefined, {
    report,
    path: ['plugins', mount, 'options'],
    place,
  });
  const places = [
    [folder, 'CLAUDE_PLUGIN_ROOT'],
    [dataFolder({ mount, project: input.root }, env), 'CLAUDE_PLUGIN_DATA'],
    [input.folder, 'CLAUDE_PROJECT_DIR'],
  ] as const;
  const values = new Map([...places.map(([text, name]) => [name, { text }] as const), ...options]);
  const declared = child(manifest.document, 'userConfig');
  const names = isMap(declared) ? [...declared.entries.keys()] : [];
  const layers = await readPlugin(manifest, {
    ...here,
    namespace: mount,
    values,
    bundles,
    lsp: lspMount(input.known),
    outputStyle: child(node, 'outputStyle'),
  });
  return {
    mount,
    name: manifest.name,
    version: manifest.version ?? sha?.slice(0, 12) ?? 'without a version',
    folder,
    layers: layers.map((layer) => fitShape(layer, here)),
    places: places.map(([text, name]) => [text, `\${${name}}`] as const),
    unset: names.filter((name) => !options.has(`user_config.${name}`)),
  };
}
