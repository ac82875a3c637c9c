import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { needsOf } from './publish-order.mjs';

const PROGRAMS = join(import.meta.dirname, 'bundle');

/**
 * Writes all packed packages as one archive, whose only folder is `loadout-VERSION`: the tarballs, `bundle.json`, which
 * `create-loadout --from` reads, and two programs: one creates a project from them, one adds some of them to a project. It is for a person who tries a release that no registry has.
 */
export function writeBundle(packages, { file }) {
  const { version } = packages.find(({ json }) => json.name === '@loadout/cli').json;
  const place = mkdtempSync(join(tmpdir(), 'loadout-bundle-'));
  const name = `loadout-${version}`;
  try {
    mkdirSync(join(place, name));
    for (const { tarball } of packages) copyFileSync(tarball, join(place, name, basename(tarball)));
    for (const program of ['create.mjs', 'install.mjs']) copyFileSync(join(PROGRAMS, program), join(place, name, program));
    const { tarball } = packages.find(({ json }) => json.name === 'create-loadout');
    mkdirSync(join(place, name, 'create-loadout'));
    execFileSync('tar', ['-xzf', tarball, '--strip-components', '1', '-C', join(place, name, 'create-loadout')]);
    writeFileSync(join(place, name, 'README.md'), readme(version));
    writeFileSync(join(place, name, 'bundle.json'), `${JSON.stringify(described(packages, version), null, 2)}\n`);
    mkdirSync(dirname(file), { recursive: true });
    execFileSync('tar', ['-czf', file, '-C', place, name]);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function described(packages, version) {
  const names = packages.map(({ json }) => json.name);
  const rows = packages.map(({ json, tarball, integrity }) => [
    json.name,
    { file: basename(tarball), integrity, needs: needsOf(json).filter((need) => names.includes(need)) },
  ]);
  return { version, packages: Object.fromEntries(rows) };
}

const readme = (version) => `# Loadout ${version}, as files

\`\`\`sh
node loadout-${version}/create.mjs my-agent
cd my-agent
npm install
npx @loadout/cli run
\`\`\`

To add packages to a project, with what they need: \`node ../loadout-${version}/install.mjs tool-shell serve\`

The packages of Loadout come from this folder, those of others from your registry. Keep the folder as long as the project uses it.
`;
