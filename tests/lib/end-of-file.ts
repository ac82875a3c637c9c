/** The test file that a worker runs, as far as its end is concerned. The setup file sets it, for each test file again. */
export const endOfFile: { cleanUps: (() => unknown)[] | undefined } = { cleanUps: undefined };

/**
 * Does this after the last test of the file that runs. The test files of a worker share its modules, so that a hook at the top of a
 * module would belong to the first file that imports it. Within one test, `onTestFinished` does it sooner.
 */
export function atEndOfFile(cleanUp: () => unknown): void {
  if (endOfFile.cleanUps === undefined)
    throw new Error('tests/lib/end-of-file.setup.ts is not among the setupFiles of this run.');
  endOfFile.cleanUps.push(cleanUp);
}
