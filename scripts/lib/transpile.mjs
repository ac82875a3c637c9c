/** Writes each source file of some packages as a separate module, so that coverage distinguishes the files. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const TEST_FILE = /(?:\.test|\.test-kit|\.fixture)\.ts$/;

/** Returns the folder in which `node_modules/@loadout/<name>` are these packages, with one module for each source file. */
export async function transpile({ root, packages, folder }) {
  rmSync(folder, { recursive: true, force: true });
  for (const name of packages.filter((one) => existsSync(join(root, 'packages', one, 'src')))) {
    const source = join(root, 'packages', name, 'src');
    const to = join(folder, 'node_modules', '@loadout', name);
    mkdirSync(to, { recursive: true });
    const entryPoints = readdirSync(source, { recursive: true })
      .filter((file) => file.endsWith('.ts') && !TEST_FILE.test(file) && !file.endsWith('.d.ts'))
      .map((file) => join(source, file));
    await build({ entryPoints, outdir: join(to, 'src'), outbase: source, format: 'esm', target: 'node20', sourcemap: false });
    writeFileSync(
      join(to, 'package.json'),
      JSON.stringify({ name: `@loadout/${name}`, type: 'module', exports: sourceExports(join(root, 'packages', name)) }),
    );
    const own = join(root, 'packages', name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(to, 'node_modules'));
  }
  mkdirSync(dirname(folder), { recursive: true });
  return folder;
}

/** The entries of a package, each at the module of its source: declarations are built at the path of their source. */
function sourceExports(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entries = Object.entries(exports).filter(([, target]) => target.types !== undefined);
  return Object.fromEntries(
    entries.map(([entry, { types }]) => [entry, types.replace(/^\.\/dist\//, './src/').replace(/(?:\.d)?\.ts$/, '.js')]),
  );
}
