/** `node scripts/turbo.mjs run build`: turbo with the settings of this repository. */
import { turbo } from './lib/turbo.mjs';

process.exitCode = turbo(process.argv.slice(2));
