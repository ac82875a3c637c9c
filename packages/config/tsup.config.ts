import { cpSync } from 'node:fs';
import { firstPartyPlugins } from '../../configs/first-party.js';
import { library } from '../../configs/tsup.js';

export default library({
  // What reading needs is loaded when a file is read, and one file loads several times as fast as the packages' many.
  noExternal: ['yaml', 'zod'],
  define: { __FIRST_PARTY_PLUGINS__: JSON.stringify(firstPartyPlugins()) },
  // `extends: preset:<name>` finds them beside the built code.
  onSuccess: async () =>
    cpSync(new URL('../../configs/agents', import.meta.url), new URL('./dist/presets', import.meta.url), { recursive: true }),
});
