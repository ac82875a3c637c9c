import { cpSync } from 'node:fs';
import { firstPartyPlugins } from '../../configs/first-party.js';
import { library } from '../../configs/tsup.js';

export default library({
  // Reading needs these packages when a file is read, and one bundled file loads several times as fast as their many files.
  noExternal: ['yaml', 'zod'],
  define: { __FIRST_PARTY_PLUGINS__: JSON.stringify(firstPartyPlugins()) },
  // `extends: preset:<name>` finds the presets beside the built code.
  onSuccess: async () =>
    cpSync(new URL('../../configs/agents', import.meta.url), new URL('./dist/presets', import.meta.url), { recursive: true }),
});
