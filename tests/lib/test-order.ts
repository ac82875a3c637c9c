import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Test files that start hundreds of processes. The start of a process costs its worker time in proportion to its memory (2 ms at 80 MB,
 * 15 ms at 500 MB), and a worker grows with each file that it runs, so these come while it is small.
 */
const STARTS_MANY =
  /engine-restate\/src\/workspace|round-in-workspace|tool-git|tool-shell\/src\/(?:git|folders)|hooks\/src\/command-hook|agents\/background/;

/**
 * Test files that take many seconds, though they are short. In a fresh clone, Vitest knows no times and goes by the size of a file:
 * these would come last, and one worker would run on alone.
 */
const LONG =
  /grep\/engines|extension-paths|stranger|third-party-plugin|plugin-doctor|kill\.test|test-command|bash-output|process-tree|clouds|conformance|planted-faults|example-provider|release\.test|new-plugin/;

/** Packages whose tests start hardly any process. They are short too, so no worker runs on alone at the end. */
const STARTS_NONE = /packages\/(?:core|config|runner|model-[a-z-]+|sdk|viewer|hooks)\//;

/** The place of a file: those that start many processes, the long ones, the others, those that start none. */
function placeOf({ moduleId }: TestSpecification): number {
  if (STARTS_MANY.test(moduleId)) return 0;
  if (LONG.test(moduleId)) return 1;
  return STARTS_NONE.test(moduleId) ? 3 : 2;
}

/** Sorts the test files by their place, and keeps the order of Vitest otherwise. */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => placeOf(one) - placeOf(other));
  }
}
