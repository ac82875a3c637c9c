import { fillTemplate } from '../../../scripts/lib/template.mjs';
import { packagesOf, ROOT, readJson } from '../../../scripts/lib/workspace.mjs';

const RUN = 'npx @loadout/cli run';
const TRUST = 'npx @loadout/cli trust';

/** The templates: name, description, and the commands after `cd`. The plugin is that of `loadout new plugin`. */
const TEMPLATES = [
  ['minimal', 'an agent that answers questions about its folder', ['npm install', RUN]],
  ['review', 'an agent that reviews code under rules', ['npm install', TRUST, RUN]],
  ['team', 'a lead and two agents that work for it', ['npm install', `${RUN} lead`]],
  ['plugin', 'a plugin package with a tool, its tests and an example', ['npm install', 'npm run build', 'npm test', TRUST, RUN]],
  ['claude-sdk', "a program for the Claude Agent SDK on Loadout's engine", ['npm install', 'npm start']],
  ['github-action', 'an agent that GitHub Actions checks and tests', ['npm install', RUN, 'npx @loadout/cli lock']],
  ['web', 'a page that streams a run to a browser, with buttons that approve calls', ['npm install', 'npm start']],
];

/** The templates of `npm create loadout`, with the exact versions of this workspace, as the text of a file of the build. */
export function templates() {
  const packages = packagesOf(ROOT).filter(({ json }) => json.name.startsWith('@loadout/'));
  const { devDependencies } = readJson(`${ROOT}/package.json`);
  const zod = readJson(`${ROOT}/packages/sdk/package.json`);
  const values = {
    ...Object.fromEntries(packages.map(({ name, json }) => [name.replaceAll('-', '_'), json.version])),
    core_range: `^${packages.find(({ name }) => name === 'core').json.version}`,
    types_node: devDependencies['@types/node'],
    typescript: devDependencies.typescript,
    vitest: devDependencies.vitest,
    zod: (zod.dependencies?.zod ?? zod.peerDependencies?.zod ?? '').replace(/^[\^~]/, ''),
  };
  const written = TEMPLATES.map(([name, description, next]) => {
    const files = fillTemplate(name === 'plugin' ? name : `create/${name}`, values);
    return [name, { description, files, next }];
  });
  return `${JSON.stringify(Object.fromEntries(written), null, 1)}\n`;
}
