/** `npm run test:wire [-- --again]`: the long tests of a suite, but for those that have passed on the same files. */
import { printFailures } from './lib/failed-tests.mjs';
import { runTests } from './lib/run-tests.mjs';

const [suite, ...flags] = process.argv.slice(2);
// The check hands its own flag on through turbo, whose tasks take no arguments of their own.
const { code, failed } = runTests({ suite, again: flags.includes('--again') || process.env.LOADOUT_TEST_AGAIN === '1' });
printFailures(failed);
process.exitCode = code;
