import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, in this order. Vitest sorts by the size of a file, and the file that takes longest is the smallest. */
const LONGEST = ['restate-stops', 'restate', 'files', 'scale', 'workspace', 'schedules', 'live', 'budgets', 'workers'];

/** Starts the longest files first, so that no worker runs on alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.indexOf(basename(moduleId, '.engine.ts'));
      return place === -1 ? LONGEST.length : place;
    };
    return [...files].sort((one, other) => placeOf(one) - placeOf(other));
  }
}
