import { readFileSync } from 'node:fs';
import { fillTemplate } from '../../../../scripts/lib/template.mjs';

const read = (path) => JSON.parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8'));
const own = (name) => `^${read(`packages/${name}/package.json`).version}`;

/** The template of a plugin for `loadout new plugin`, with the versions of this workspace, as the text of a file of the build. */
export function pluginTemplate() {
  const { '@types/node': types_node, typescript, vitest } = read('package.json').devDependencies;
  const files = fillTemplate('plugin', {
    cli: own('cli'),
    core: own('core'),
    core_range: own('core'),
    testing: own('testing'),
    types_node,
    typescript,
    vitest,
  });
  return `${JSON.stringify(files, null, 1)}\n`;
}
