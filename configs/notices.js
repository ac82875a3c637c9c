import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One line for each package whose code a built file contains, for `scripts/sync-notices.mjs`. The paths of the inputs begin at `dir`. */
export function noticesOf(inputs, dir) {
  const packages = [...new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []))];
  return packages.sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(dir, folder, 'package.json'), 'utf8'));
    return `// ${folder}/ ${name} ${version}, ${license}\n`;
  });
}
