/** Writes the template of a plugin for `loadout new plugin`, with the versions of this workspace. The last step of the build. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fillTemplate } from '../../../../scripts/lib/template.mjs';

const read = (path) => JSON.parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8'));
const { '@types/node': types_node, typescript, vitest } = read('package.json').devDependencies;
const own = (name) => `^${read(`packages/${name}/package.json`).version}`;
const files = fillTemplate('plugin', {
  cli: own('cli'),
  core: own('core'),
  core_range: own('core'),
  testing: own('testing'),
  types_node,
  typescript,
  vitest,
});
writeFileSync(new URL('../../dist/plugin-template.json', import.meta.url), `${JSON.stringify(files, null, 1)}\n`);
