import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageBuild } from '../../configs/tsup.base.js';

const PRESETS = '../../configs/agents';

export default packageBuild({
  // Each start finds a file, and each without a stored plan reads it. One bundled file loads several times as fast as many. What
  // cosmiconfig parses and runs files with is left out, because nothing asks for it: finding a file reads its name alone.
  bundled: ['yaml', 'zod', 'cosmiconfig', 'env-paths'],
  // ES modules of the same library: functions around CommonJS modules are parsed twice.
  esbuildOptions: (options) => {
    options.alias = { yaml: fileURLToPath(new URL('../../node_modules/yaml/browser/index.js', import.meta.url)) };
  },
  // A library in CommonJS asks for Node's own modules with `require`.
  banner: { js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);" },
  // `extends: preset:<name>` finds the presets beside the built code.
  files: () =>
    Object.fromEntries(readdirSync(PRESETS).map((name) => [`presets/${name}`, readFileSync(`${PRESETS}/${name}`, 'utf8')])),
});
