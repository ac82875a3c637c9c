import { rmSync } from 'node:fs';
import { packageBuild } from '../../configs/tsup.base.js';

// Compiled code of files that this build replaces. An installation loses it with the package.
rmSync('compiled', { recursive: true, force: true, maxRetries: 3 });

/** `main` is what the command runs, `index` what the docs are made of. */
export default packageBuild({ entry: { main: 'src/main.ts', index: 'src/index.ts' } });
