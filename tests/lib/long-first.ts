import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Test files that take many seconds, though they are short. In a fresh clone, Vitest knows no times and goes by the size of a file:
 * these would come last, and one worker would run on alone.
 */
const LONG =
  /extension-paths|stranger|third-party-plugin|plugin-doctor|kill\.test|test-command|bash-output|process-tree|clouds|conformance|planted-faults|example-provider|release\.test|new-plugin/;

/** Starts the long test files first, and keeps the order of Vitest otherwise. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
