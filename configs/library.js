import { relative, sep } from 'node:path';
import { build } from 'esbuild';
import { calledEarly } from './called-early.js';
import { finishCode } from './finish-code.js';
import { noticesOf } from './notices.js';
import { YAML } from './yaml-modules.js';

/**
 * Bundles a package: ESM only, one file for each entry plus chunks that are loaded when used. Returns the files of `dist` by their
 * paths.
 */
export async function library({ dir, entry, external, bundled, define, minify }) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: dir,
    entryPoints: entry,
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    target: 'node20',
    platform: 'node',
    mainFields: ['module', 'main'],
    splitting: true,
    minify,
    external,
    // A bundled yaml consists of its ES modules, because the CommonJS ones call `require` at run time.
    alias: bundled.includes('yaml') ? { yaml: YAML } : {},
    define,
    write: false,
    metafile: true,
    // The thrown error has the problems.
    logLevel: 'silent',
  });
  const finish = { hasNames: !minify, calledEarly: calledEarly(dir) };
  const inputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [path, Object.keys(output.inputs)]));
  return new Map(
    outputFiles.map(({ path, text }) => {
      const name = relative(dir, path).replaceAll(sep, '/');
      const notices = noticesOf(inputs.get(name) ?? [], dir);
      return [name.slice('dist/'.length), finishCode(text, finish) + notices.join('')];
    }),
  );
}
