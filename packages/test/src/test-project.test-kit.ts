import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judgeConfig } from '@loadout/config';
import { atEndOfFile } from '../../../tests/lib/end-of-file.js';
import { parseArguments } from '../../cli/src/arguments/parse-arguments.js';
import { commandHost } from '../../cli/src/packaged/command-host.js';
import { memoryIo } from '../../cli/src/testing/memory-io.js';
import { definition } from './definition.js';
import { definition as evalDefinition } from './eval/definition.js';
import evalCommand from './eval/eval-command.js';
import type { TestReport, TestResult } from './runs/test-report.js';
import command from './test-command.js';
import { judgeTests } from './tests/judge-tests.js';

const modules = fileURLToPath(new URL('../../../node_modules/@loadout', import.meta.url));

const BASE = `plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell", agents: "@loadout/tool-agents" }
`;

/** A folder with a configuration, in which the packages of this repository count as installed. */
export function testProject(config: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-tested-')));
  atEndOfFile(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(modules, join(folder, 'node_modules/@loadout'));
  for (const [name, text] of Object.entries({ 'agent.config.yaml': BASE + config, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export interface Tested {
  readonly code: number;
  /** Without tests in a terminal, where the results are printed for people. */
  readonly report: TestReport;
  readonly out: string;
  readonly told: string;
  /** The only test, or the named one. */
  result(name?: string): TestResult;
}

interface TestedOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Default true: the configuration and its tests are trusted as they are now. */
  readonly trust?: boolean;
  /** The width of the terminal. Default: there is none. */
  readonly columns?: number;
}

/** Runs `loadout test` in the folder, in this process. */
export async function tested(cwd: string, options: TestedOptions = {}): Promise<Tested> {
  const reporter = options.columns === undefined ? ['--reporter', 'json'] : [];
  const { code, out, told } = await ran(cwd, options, (io) => ({
    call: parseArguments(definition, [...reporter, ...(options.args ?? [])]),
    host: commandHost(io, 'test'),
    command,
  }));
  const report = (out.startsWith('{') ? JSON.parse(out) : { tests: [] }) as TestReport;
  const result = (name?: string) => {
    const found = report.tests.find((one) => name === undefined || one.name === name);
    if (found === undefined) throw new Error(`No result of ${name}: ${out}${told}`);
    return found;
  };
  return { code, report, out, told, result };
}

/** Runs `loadout eval` in the folder, in this process. */
export const evaluated = (cwd: string, options: TestedOptions = {}): Promise<Pick<Tested, 'code' | 'out' | 'told'>> =>
  ran(cwd, options, (io) => ({
    call: parseArguments(evalDefinition, options.args ?? []),
    host: commandHost(io, 'eval'),
    command: evalCommand,
  }));

type Io = ReturnType<typeof memoryIo>['io'];
type Host = ReturnType<typeof commandHost>;

async function ran<C>(
  cwd: string,
  { env = {}, trust = true, columns }: TestedOptions,
  prepare: (io: Io) => { readonly call: C; readonly host: Host; readonly command: { run(call: C, host: Host): Promise<number> } },
): Promise<Pick<Tested, 'code' | 'out' | 'told'>> {
  const given = trust ? { LOADOUT_TRUST: await hashesIn(cwd, env) } : {};
  const home = { PATH: process.env.PATH ?? '', HOME: join(cwd, '.home'), LOADOUT_STATE_DIR: join(cwd, '.home/state') };
  const screen = columns === undefined ? {} : { isTerminal: true, columns };
  const { io, written } = memoryIo({ cwd, env: { ...home, ...given, ...env }, ...screen });
  const { call, host, command: one } = prepare(io);
  try {
    return { code: await one.run(call, host), ...written() };
  } finally {
    host.release();
  }
}

async function hashesIn(cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  const trust = { file: join(cwd, 'nobody.json') };
  const file = join(cwd, 'agent.config.yaml');
  const verdicts = [await judgeConfig({ cwd, file, env, trust }), await judgeTests(file, trust)];
  return verdicts.map(({ hash }) => hash).join(' ');
}
