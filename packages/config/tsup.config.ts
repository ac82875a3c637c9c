import { cpSync } from 'node:fs';
import { library } from '../../configs/tsup.js';

export default library({
  // What reading needs is loaded when a file is read, and one file loads several times as fast as the packages' many.
  noExternal: ['yaml', 'zod'],
  // `extends: preset:<name>` finds them beside the built code.
  onSuccess: async () =>
    cpSync(new URL('../../configs/agents', import.meta.url), new URL('./dist/presets', import.meta.url), { recursive: true }),
});
