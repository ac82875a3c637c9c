import { readdirSync, readFileSync } from 'node:fs';
import { packageBuild } from '../../configs/tsup.base.js';

const PRESETS = '../../configs/agents';

export default packageBuild({
  // Every start without a stored plan reads with these, and one bundled file loads several times as fast as their many files.
  bundled: ['yaml', 'zod'],
  // A library in CommonJS asks for Node's own modules with `require`.
  banner: { js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);" },
  // `extends: preset:<name>` finds the presets beside the built code.
  files: () =>
    Object.fromEntries(readdirSync(PRESETS).map((name) => [`presets/${name}`, readFileSync(`${PRESETS}/${name}`, 'utf8')])),
});
