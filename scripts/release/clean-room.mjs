import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { goFirstSteps } from './first-steps.mjs';
import { run } from './run-npm.mjs';

const CONFORMANCE = `import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { describePlugin } from '@loadout/testing';
import plugin from '@loadout/tool-tasks';

const packageJson = JSON.parse(readFileSync(new URL(import.meta.resolve('@loadout/tool-tasks/package.json')), 'utf8'));
const invalidOptions = [{ options: { strictTodos: 'yes' }, path: '/strictTodos' }];
describePlugin(plugin, { describe, it, packageJson, invalidOptions });
`;

const IMPORTS = `for (const name of process.argv.slice(1)) await import(name);`;

/**
 * Installs packages from a registry into an empty folder, on one version of Node, and tries them as a stranger would: each is
 * imported, the tour runs without a key, a plugin passes its checks, and the bundle leads to a project whose packages come from no
 * registry: `empty` is the address of one that has none of ours. Returns the bill of materials of what was installed.
 */
export async function tryInCleanRoom(packages, { node, registry, bundle, empty, root, print = console.log }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-clean-room-')));
  try {
    const env = environmentIn(folder, { node, registry });
    const step = stepsIn(folder, { node, env, print });
    const [{ json: first }] = packages;
    const manifest = { name: 'loadout', version: first.version, private: true, type: 'module', engines: first.engines };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
    const specs = packages.map(({ json }) => `${json.name}@${json.version}`);
    await step('npm install', 'npm', ['install', ...specs, '--no-audit', '--no-fund', '--loglevel=error']);
    const importable = packages.filter(({ json }) => json.exports?.['.'] !== undefined).map(({ json }) => json.name);
    await step(`import of ${importable.length} packages`, 'node', ['--input-type=module', '-e', IMPORTS, '--', ...importable]);
    await runTour(folder, { root, step });
    writeFileSync(join(folder, 'conformance.test.mjs'), CONFORMANCE);
    await step('checks of a plugin', 'node', ['--test', 'conformance.test.mjs']);
    const stranger = join(folder, 'stranger');
    mkdirSync(stranger);
    const bundled = { ...env, npm_config_registry: empty };
    await goFirstSteps(stranger, { bundle, step: stepsIn(stranger, { node, env: bundled, print }), env: bundled, print });
    return await step('bill of materials', 'npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the agent of this repository, whose scripted model answers where no key is. */
async function runTour(folder, { root, step }) {
  for (const file of ['agent.config.yaml', 'tour.script.yaml', 'README.md']) copyFileSync(join(root, file), join(folder, file));
  mkdirSync(join(folder, 'packages'));
  for (const name of ['a', 'b'])
    writeFileSync(join(folder, 'packages', `${name}.ts`), `export const ${name} = 1;\nexport default ${name};\n`);
  writeFileSync(join(folder, '.env'), 'SECRET=1\n');
  const answer = await step('tour', 'node', ['node_modules/@loadout/cli/bin/loadout.js', 'run']);
  if (!answer.includes('Reading .env failed')) throw new Error(`The tour answers something else than its script:\n${answer}`);
}

/** This environment without any key, with the program node of this version. */
function environmentIn(folder, { node, registry }) {
  const home = join(folder, 'home');
  mkdirSync(home);
  const keyless = Object.entries(process.env).filter(([name]) => !/^npm_|KEY|TOKEN|^ANTHROPIC|^LOADOUT/i.test(name));
  return {
    ...Object.fromEntries(keyless),
    PATH: `${node.bin}${delimiter}${process.env.PATH}`,
    XDG_STATE_HOME: home,
    XDG_CACHE_HOME: home,
    npm_config_registry: registry,
  };
}

/**
 * Returns a function that runs one program and returns what it prints. It throws with the program's own words if the program ends
 * with another code than is expected.
 */
function stepsIn(folder, { node, env, print }) {
  return async (name, command, args, { program = [command, ...args], code: expected = 0, stream = 'stdout', ...more } = {}) => {
    const started = performance.now();
    const [file, ...words] = program;
    const ended = await run(file, words, { cwd: folder, env, ...more });
    if (ended.code !== expected)
      throw new Error(
        `On Node ${node.version}, ${name} ended with ${ended.code}:\n${(ended.stdout + ended.stderr).trim().slice(-4000)}`,
      );
    print(`  Node ${node.version}: ${name}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
    return ended[stream];
  };
}

/** Removes the folder, and the addresses of the registries that the packages came from: the names and hashes say what they are. */
export function withoutPlaces(text) {
  const bill = JSON.parse(text);
  const components = bill.components.map(({ externalReferences = [], ...one }) => ({
    ...one,
    externalReferences: externalReferences.filter(({ type }) => type !== 'distribution'),
  }));
  // npm names the whole by the folder in which it was installed.
  const folder = bill.metadata.component.name;
  const named = JSON.stringify({ ...bill, components }, null, 2).replaceAll(folder, 'loadout');
  return `${named}\n`;
}
