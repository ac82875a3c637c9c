import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './load-script.js';

/** All but the tools, which nobody imports. The tests of the shell read files of `tests/`, which a copy of the workspace leaves out. */
export const BASE_PACKAGES: readonly string[] = readdirSync(join(ROOT, 'packages')).filter(
  (name) => name !== 'shell-rules' && !name.startsWith('tool-'),
);
