/** `npm run new:plugin -- <name> [--dir PATH]`: creates a working plugin package with tests and an example that needs no key. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { fillTemplate, refusingPlainly, writeNew } from './lib/template.mjs';
import { isMain, ROOT, readJson } from './lib/workspace.mjs';

const USAGE = 'Usage: npm run new:plugin -- <name> [--dir PATH]';

/**
 * Writes the package. Returns `{ dir, inside, layers }`: the folder, whether the folder is in this workspace, and whether
 * layers.json got an entry.
 */
export function newPlugin({ name, dir }, { root = ROOT } = {}) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? '')) {
    throw new Error(
      `"${name ?? ''}" is not a plugin name; write small letters, digits and single hyphens, such as crm or wiki-search.\n${USAGE}`,
    );
  }
  const target = dir === undefined ? join(root, 'packages', name) : resolve(dir);
  writeNew(fillTemplate('plugin', { name, mount: name.replaceAll('-', '_'), ...versions(root) }), target);
  const inside = relative(join(root, 'packages'), target) === name;
  if (inside) testAsInWorkspace(target, name);
  return { dir: target, inside, layers: inside && addLayer(name, root) };
}

/** The dependencies of a new package: the versions of this workspace. */
function versions(root) {
  const own = (name) => `^${readJson(join(root, 'packages', name, 'package.json')).version}`;
  const { devDependencies } = readJson(join(root, 'package.json'));
  return {
    cli: own('cli'),
    core: own('core'),
    core_range: own('core'),
    testing: own('testing'),
    types_node: devDependencies['@types/node'],
    typescript: devDependencies.typescript,
    vitest: devDependencies.vitest,
  };
}

/** The configuration of the tests stands in the root, and its patterns are relative to that. */
function testAsInWorkspace(target, name) {
  const file = join(target, 'package.json');
  const json = readJson(file);
  json.scripts.test = `vitest run --root ../.. packages/${name}/`;
  writeFileSync(file, `${JSON.stringify(json, null, 2)}\n`);
}

/** Adds a row to layers.json for a package of the workspace, unless a pattern there covers it. */
function addLayer(name, root) {
  const file = join(root, 'layers.json');
  if (!existsSync(file)) return false;
  const text = readFileSync(file, 'utf8');
  const known = Object.keys(JSON.parse(text).packages);
  if (known.some((pattern) => pattern === name || (pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1))))) return false;
  writeFileSync(file, text.replace(/("packages": \{\n)/, `$1    "${name}": ["core"],\n`));
  return true;
}

function nextSteps({ dir, inside, layers }) {
  const place = relative(process.cwd(), dir).split(sep).join('/') || '.';
  const first = inside
    ? 'npm install                    # links the package and adds it to the lock file'
    : `cd ${place} && npm install`;
  return [
    `Wrote ${place}.`,
    ...(layers ? ['Added it to layers.json: it may import core.'] : []),
    'Next:',
    `  ${first}`,
    inside ? '  npm run check' : '  npm run build && npm test',
    `  ${inside ? `cd ${place} && ` : ''}npx @loadout/cli trust && npx @loadout/cli run   # the example in agent.config.yaml needs no key`,
  ].join('\n');
}

if (isMain(import.meta.url)) {
  refusingPlainly(() => {
    const { values, positionals } = parseArgs({ options: { dir: { type: 'string' } }, allowPositionals: true });
    if (positionals.length !== 1) throw new Error(USAGE);
    console.log(nextSteps(newPlugin({ name: positionals[0], dir: values.dir })));
  });
}
