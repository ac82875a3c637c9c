import { ownPackage } from '@loadout/command';
import type { Diagnostic, LoadedConfig } from '@loadout/config';
import { errors } from '../errors.js';
import { problemsOf } from './problems-of.js';

/** The problems of the tests. Without the package that runs them, tests in the configuration are one warning. */
export async function testProblems({ plan }: LoadedConfig): Promise<readonly Diagnostic[]> {
  if (plan.configFile === undefined) return [];
  const found = await ownPackage('@loadout/test', () => import('@loadout/test'));
  if (found === undefined) return notRun(plan.configFile);
  try {
    return await found.testProblems(plan.configFile, Object.keys(plan.agents));
  } catch (error) {
    return problemsOf(error) ?? [];
  }
}

/** The warning about tests that nothing reads. They guard nothing, so it is no error. */
async function notRun(file: string): Promise<readonly Diagnostic[]> {
  const { isModule, readDocument, Report } = await import('@loadout/config/documents');
  if (isModule(file)) return [];
  const place = { file, line: 1, column: 1, length: 1, layer: 'project' } as const;
  const tests = (await readDocument(file, { report: new Report(), place }))?.entries.get('tests');
  if (tests === undefined) return [];
  const report = new Report();
  report.warn(errors.TESTS_NOT_RUN({}), { path: ['tests'], place: tests.key });
  return report.warnings;
}
