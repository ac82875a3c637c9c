import { relative } from 'node:path';
import { fixesAsCalled, ownPackage, plural } from '@loadout/command';
import { unknownTools } from '@loadout/command/runs';
import { type Diagnostic, type LoadedConfig, renderDiagnostics } from '@loadout/config';
import { ruleText } from '@loadout/core/run';
import type { Command } from '../arguments/command.js';
import type { check } from '../arguments/definitions.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { type CheckedAgents, checkAgents, problemsOf } from '../load/check-agents.js';
import { loadWhole } from '../load/load-plan.js';
import { carefulWith, runsRepositoryCode } from '../render/trust-text.js';

export const execute: Command<typeof check> = async ({ flags }, io) => {
  const { loaded, checked, problems: found } = await findProblems(flags, io);
  const judged = flags.strict === true ? found.map((one) => ({ ...one, severity: 'error' as const })) : found;
  const problems = fixesAsCalled(judged, io.env);
  const ok = !problems.some((problem) => problem.severity === 'error');
  const { unknownServers } = checked;
  if (flags.json) io.json({ ok, problems, ...(unknownServers.length === 0 ? {} : { unknownServers }) });
  else {
    io.out(renderDiagnostics(problems, { cwd: io.cwd }));
    if (problems.length > 0) io.out('\n');
    for (const rule of loaded === undefined ? [] : rulesOf(loaded)) io.note(carefulWith(rule));
    for (const note of unknownTools(unknownServers)) io.note(note);
    io.out(`${ok && loaded !== undefined ? allWell(loaded, { checked, cwd: io.cwd }) : bad(problems)}\n`);
  }
  return ok ? 0 : 2;
};

/**
 * The rules that run repository code. They are shown here and when trust is asked for, but not at each run, because they are
 * everyday work.
 */
function rulesOf({ plan }: LoadedConfig): readonly string[] {
  const held = [plan.permissions, ...Object.values(plan.agents).map((agent) => agent.permissions)].flatMap(({ rules }) => rules);
  const all = [...held, ...Object.values(plan.waiting?.rules ?? {}).flat()];
  const texts = all.filter(({ behavior, layer }) => behavior === 'allow' && layer !== 'user').map(ruleText);
  return [...new Set(texts)].filter(runsRepositoryCode);
}

interface Findings {
  readonly loaded?: LoadedConfig;
  readonly checked: CheckedAgents;
  readonly problems: readonly Diagnostic[];
}

async function findProblems(flags: Parameters<typeof loadWhole>[0], io: Io): Promise<Findings> {
  const nothing = { problems: [], tools: new Set<string>(), unknownServers: [] };
  try {
    const loaded = await loadWhole(flags, { io, wish: { keepParams: true } });
    const checked = await checkAgents(loaded, io);
    return { loaded, checked, problems: [...loaded.warnings, ...checked.problems, ...(await testProblems(loaded))] };
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === undefined) throw error;
    return { checked: nothing, problems };
  }
}

function allWell({ plan }: LoadedConfig, { checked, cwd }: { readonly checked: CheckedAgents; readonly cwd: string }): string {
  const file = relative(cwd, plan.configFile ?? '');
  const agents = plural(Object.keys(plan.agents).length, 'agent');
  return `${file}: ok, ${agents}, ${plural(plan.plugins.length, 'plugin')}, ${plural(checked.tools.size, 'tool')}`;
}

function bad(problems: readonly Diagnostic[]): string {
  const of = (severity: string) => problems.filter((problem) => problem.severity === severity).length;
  return [plural(of('error'), 'error'), ...(of('warning') > 0 ? [plural(of('warning'), 'warning')] : [])].join(', ');
}

/** The problems of the tests. Without the package that runs them, tests in the configuration are one warning. */
async function testProblems({ plan }: LoadedConfig): Promise<readonly Diagnostic[]> {
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
