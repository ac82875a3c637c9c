/** `npm run test:wire [-- --again]`: the long tests of a suite, but for those that have passed on the same files; or a suite of programs. */
import { printFailures, runProgram, runTests } from './lib/run-tests.mjs';
import { OF_PROGRAMS } from './lib/test-files.mjs';

const [suite, ...words] = process.argv.slice(2);
// The check hands its own flag on through turbo, whose tasks take no arguments of their own.
const again = words.includes('--again') || process.env.LOADOUT_TEST_AGAIN === '1';
const { code, failed } = OF_PROGRAMS[suite] ? { code: runProgram(suite, words), failed: [] } : runTests({ suite, again });
printFailures(failed);
process.exitCode = code;
