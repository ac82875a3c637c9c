import { relative } from 'node:path';
import { writeManifest } from '../dist/index.js';

try {
  const file = await writeManifest(process.cwd());
  if (file !== undefined) console.log(`Wrote "loadout" in ${relative(process.cwd(), file)}.`);
} catch (error) {
  console.error([error.message, ...(error.fix === undefined ? [] : [error.fix])].join('\n'));
  process.exitCode = 1;
}
