import { readdirSync, readFileSync } from 'node:fs';
import { firstPartyPlugins } from '../../configs/first-party.js';

const PRESETS = new URL('../../configs/agents/', import.meta.url);

export default {
  entry: { index: 'src/index.ts' },
  // `start` is what a run with a stored plan needs, `load` what reads a file, checks it and compiles it, `foreign` what reads files of
  // other tools and skills.
  chunks: {
    start: /src\/(?:index|cache\/load-plan|trust\/(?:free-parts|own-packages))\.ts$/,
    load: /src\/(?:cache\/entry-of|load\/(?:load-config|read-judged|check-document|check-settings)|read\/(?:read-document|parse-yaml)|layers\/read-layers|trust\/judge)\.ts$/,
    yaml: /src\/read\/yaml-reader\.ts$/,
    foreign: /src\/layers\/foreign-files\.ts$/,
  },
  // Each start finds a file, and each without a stored plan reads it. One bundled file loads several times as fast as many. What
  // cosmiconfig parses and runs files with is left out, because nothing asks for it: finding a file reads its name alone.
  bundled: ['yaml', 'zod', 'cosmiconfig', 'env-paths'],
  define: { __FIRST_PARTY_PLUGINS__: JSON.stringify(firstPartyPlugins()) },
  // `extends: preset:<name>` finds the presets beside the built code.
  more: () =>
    Object.fromEntries(readdirSync(PRESETS).map((name) => [`presets/${name}`, readFileSync(new URL(name, PRESETS), 'utf8')])),
};
