import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PACKAGES = new URL('../packages/', import.meta.url);

/** The tools of each tool package, read from its manifest: what `@loadout/config` knows about packages that are not installed. */
const firstPartyPlugins = () =>
  readdirSync(PACKAGES)
    .filter((name) => name.startsWith('tool-') && existsSync(manifestOf(name)))
    .map((name) => ({ mount: name.slice('tool-'.length), use: `@loadout/${name}`, ...toolsIn(manifestOf(name)) }));

/** The names of all published packages: what a fix may offer to install. */
export const firstPartyPackages = () =>
  readdirSync(PACKAGES)
    .filter((name) => existsSync(manifestOf(name)))
    .map((name) => JSON.parse(readFileSync(manifestOf(name), 'utf8')))
    .filter((manifest) => manifest.private !== true)
    .map(({ name }) => name);

/** The package of each command that a package of ours brings, by the name of the command. */
const firstPartyCommands = () =>
  Object.fromEntries(
    readdirSync(PACKAGES)
      .filter((name) => existsSync(manifestOf(name)))
      .map((name) => JSON.parse(readFileSync(manifestOf(name), 'utf8')))
      .flatMap(({ name: use, loadout }) =>
        (loadout?.commands ?? []).flatMap(({ name }) => (name === undefined ? [] : [[name, use]])),
      ),
  );

/** All three, as the texts of JSON that stand for them in the sources. The bundler keeps a text in its place, and would make a module of a list. */
export const firstPartyTexts = () => ({
  __FIRST_PARTY_COMMANDS__: JSON.stringify(JSON.stringify(firstPartyCommands())),
  __FIRST_PARTY_PACKAGES__: JSON.stringify(JSON.stringify(firstPartyPackages())),
  __FIRST_PARTY_PLUGINS__: JSON.stringify(JSON.stringify(firstPartyPlugins())),
});

const manifestOf = (name) => fileURLToPath(new URL(`${name}/package.json`, PACKAGES));

const toolsIn = (manifest) => {
  const { tools } = JSON.parse(readFileSync(manifest, 'utf8')).loadout;
  return { tools: tools.map(({ name }) => name), aliases: tools.flatMap(({ aliases = [] }) => aliases) };
};
