/**
 * Writes the LICENSE of each published package, and THIRD-PARTY.md and sbom.cdx.json of one whose built files contain code of other
 * packages: their licences, and their names and versions. With `--check`, only reports stale files.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { concludeSync, settleFiles } from './lib/generated.mjs';
import { isMain, packagesOf, ROOT, readJson } from './lib/workspace.mjs';

/** The comment that the bundler writes before each file that it takes in. */
const TAKEN_IN = /^\/\/ ((?:\.\.\/)*node_modules\/(?:@[^/\n]+\/)?[^/\n]+)\//gm;
const LICENCE = /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i;

/** The folders of the packages that the built files of `dir` contain code of. */
export function bundledInto(dir) {
  const dist = join(dir, 'dist');
  const files = existsSync(dist) ? readdirSync(dist, { recursive: true }).filter((name) => /\.(?:js|html)$/.test(name)) : [];
  const found = files.flatMap((name) => [...readFileSync(join(dist, name), 'utf8').matchAll(TAKEN_IN)].map(([, path]) => path));
  return [...new Set(found)].map((path) => join(dir, path)).sort();
}

/** Begins the part of THIRD-PARTY.md that is written by hand: figures and tables that no bundler sees. It stays. */
const BY_HAND = '# Other sources';

/** The text of THIRD-PARTY.md for packages in these folders. Throws for a package without a licence text. */
export function noticesOf(folders, before = '') {
  const parts = folders.map((folder) => {
    const { name, version, license } = readJson(join(folder, 'package.json'));
    const file = readdirSync(folder).find((entry) => LICENCE.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence text, so its code cannot be published in ours.`);
    return `## ${name} ${version} (${license})\n\n\`\`\`text\n${readFileSync(join(folder, file), 'utf8').trim()}\n\`\`\`\n`;
  });
  const kept = before.includes(BY_HAND) ? `\n${before.slice(before.indexOf(BY_HAND))}` : '';
  return `# Bundled code\n\nThe published files of this package contain code of the following packages, each under its own licence.\n\n${parts.join('\n')}${kept}`;
}

/** The bill of materials of packages in these folders, as CycloneDX. npm knows the dependencies of a package, but not what it bundles. */
function bomOf(folders) {
  const components = folders.map((folder) => {
    const { name, version, license } = readJson(join(folder, 'package.json'));
    return {
      type: 'library',
      name,
      version,
      licenses: [{ expression: license }],
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    };
  });
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }, null, 2)}\n`;
}

export function noticeFiles(root) {
  const license = readFileSync(join(root, 'LICENSE'), 'utf8');
  const files = {};
  for (const { name, dir } of packagesOf(root).filter(({ json }) => json.private !== true)) {
    files[`packages/${name}/LICENSE`] = license;
    const bundled = bundledInto(dir);
    const notices = join(dir, 'THIRD-PARTY.md');
    const before = existsSync(notices) ? readFileSync(notices, 'utf8') : '';
    if (bundled.length === 0) continue;
    files[`packages/${name}/THIRD-PARTY.md`] = noticesOf(bundled, before);
    files[`packages/${name}/sbom.cdx.json`] = bomOf(bundled);
  }
  return files;
}

if (isMain(import.meta.url)) {
  const check = process.argv.includes('--check');
  const stale = settleFiles(noticeFiles(ROOT), { root: ROOT, check });
  concludeSync({ stale, failures: [], check, repair: 'node scripts/sync-notices.mjs' });
}
