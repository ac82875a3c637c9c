/** `node vitest-once.mjs report.json config pattern…`: one run of Vitest over these tests. Writes what each file came to. */
import { writeFileSync } from 'node:fs';
import { startVitest } from 'vitest/node';
import { ROOT } from './workspace.mjs';

const [report, config, ...include] = process.argv.slice(2);
// A test that is left as the only one hides all others of its file.
const options = { root: ROOT, config, watch: false, include, reporters: ['minimal'], allowOnly: false };
const vitest = await startVitest('test', [], options);
const files = vitest.state.getTestModules().map((module) => ({
  file: module.relativeModuleId,
  isGood: ['passed', 'skipped'].includes(module.state()),
  passed: [...module.children.allTests('passed')].length,
  failed: [
    ...module.errors().map(({ message }) => ({ test: module.relativeModuleId, error: message })),
    ...[...module.children.allTests('failed')].map((test) => ({
      test: `${module.relativeModuleId} > ${test.fullName}`,
      error: test.result().errors?.[0]?.message ?? '',
    })),
  ],
}));
// An error outside of any test, a worker that died among them, may have kept a file from running.
writeFileSync(report, JSON.stringify({ files, isWhole: vitest.state.getUnhandledErrors().length === 0 }));
