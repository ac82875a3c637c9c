import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PACKAGES = new URL('../packages/', import.meta.url);

interface FirstPartyPlugin {
  readonly mount: string;
  readonly use: string;
  readonly tools: readonly string[];
}

/** The tools of each tool package, read from its manifest: what `@loadout/config` knows about packages that are not installed. */
export const firstPartyPlugins = (): readonly FirstPartyPlugin[] =>
  readdirSync(PACKAGES)
    .filter((name) => name.startsWith('tool-') && existsSync(manifestOf(name)))
    .map((name) => ({ mount: name.slice('tool-'.length), use: `@loadout/${name}`, tools: toolsIn(manifestOf(name)) }));

/** The names of all published packages: what a fix may offer to install. */
export const firstPartyPackages = (): readonly string[] =>
  readdirSync(PACKAGES)
    .filter((name) => existsSync(manifestOf(name)))
    .map((name) => JSON.parse(readFileSync(manifestOf(name), 'utf8')) as { name: string; private?: boolean })
    .filter((manifest) => manifest.private !== true)
    .map(({ name }) => name);

const manifestOf = (name: string): string => fileURLToPath(new URL(`${name}/package.json`, PACKAGES));

const toolsIn = (manifest: string): readonly string[] =>
  (JSON.parse(readFileSync(manifest, 'utf8')) as { loadout: { tools: readonly { name: string }[] } }).loadout.tools.map(
    ({ name }) => name,
  );
