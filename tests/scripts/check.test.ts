import { describe, expect, it } from 'vitest';
import { loadScript } from './load-script.js';

interface Step {
  readonly name: string;
  readonly command: string;
  readonly repair: string;
  readonly after?: string;
  readonly ignores?: readonly string[];
}

interface Passed {
  stateFor(step: Step): string | undefined;
  has(step: Step, state: string | undefined): boolean;
  keep(step: Step, states: { readonly before: string | undefined; readonly after: string | undefined }): void;
}
type Run = (command: string) => Promise<{ code: number; output: string }>;

const { STEPS, runCommand, runSteps, selectSteps } = await loadScript<{
  STEPS: Step[];
  runCommand: Run;
  selectSteps(steps: readonly Step[], options?: { only?: readonly string[]; without?: readonly string[] }): Step[];
  runSteps(
    steps: readonly Step[],
    options: { run?: Run; print?: (line: string) => void; atOnce?: number; passed?: Passed },
  ): Promise<boolean>;
}>('check.mjs');

const step = (name: string, more: Partial<Step> = {}): Step => ({ name, command: name, repair: `repair ${name}`, ...more });
const withoutTimes = (lines: readonly string[]) => lines.map((line) => line.replace(/ +\d+\.\d s$/, ''));

/** Steps that end on request. */
function controlled() {
  const ends = new Map<string, (code: number) => void>();
  const started: string[] = [];
  const run: Run = (command) => {
    started.push(command);
    return new Promise((resolve) => ends.set(command, (code) => resolve({ code, output: `output of ${command}` })));
  };
  const end = async (name: string, code = 0) => {
    ends.get(name)?.(code);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { run, end, started };
}

describe('npm run check', () => {
  it('runs a long step again when a file has changed, or when it failed, and else says that it passed', async () => {
    const kept = new Map<string, string>();
    const lines: string[] = [];
    let [state, code] = ['one', 1];
    const ran: string[] = [];
    const passed: Passed = {
      stateFor: () => state,
      has: ({ name }, now) => kept.get(name) === now,
      keep: ({ name }, { before, after }) => void (before === undefined || before !== after || kept.set(name, before)),
    };
    const run: Run = async (command) => {
      ran.push(command);
      return { code, output: '' };
    };
    const check = () =>
      runSteps([step('types'), step('tests', { ignores: [] })], { run, passed, print: (line) => lines.push(line) });
    expect(await check()).toBe(false);
    code = 0;
    expect([await check(), await check()]).toEqual([true, true]);
    expect(ran).toEqual(['types', 'tests', 'types', 'tests', 'types']);
    expect(lines.at(-1)).toBe('ok   tests      passed before on these files (--again runs it)');
    state = 'two';
    await check();
    expect(ran.slice(5)).toEqual(['types', 'tests']);
  });

  it('runs so many steps at once and tells of them in their order', async () => {
    const { run, end, started } = controlled();
    const lines: string[] = [];
    const all = runSteps([step('a'), step('b'), step('c')], { atOnce: 2, run, print: (line) => lines.push(line) });
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(started).toEqual(['a', 'b', 'c']);
    expect(lines).toEqual([]);
    await end('c');
    await end('a');
    expect(await all).toBe(true);
    expect(withoutTimes(lines)).toEqual(['ok   a', 'ok   b', 'ok   c']);
  });

  it('starts nothing after a failure, waits for what runs, and says how to repair', async () => {
    const { run, end, started } = controlled();
    const lines: string[] = [];
    const all = runSteps([step('a'), step('b'), step('c')], { atOnce: 2, run, print: (line) => lines.push(line) });
    await end('b', 1);
    await end('a');
    expect(await all).toBe(false);
    expect(started).toEqual(['a', 'b']);
    expect(withoutTimes(lines)).toEqual(['ok   a', 'FAIL b', 'output of b\nRepair b: repair b']);
  });

  it('holds a step back until the one that it reads from is done', async () => {
    const { run, end, started } = controlled();
    const all = runSteps([step('build'), step('docs', { after: 'build' })], { run, print: () => {} });
    expect(started).toEqual(['build']);
    await end('build');
    expect(started).toEqual(['build', 'docs']);
    await end('docs');
    expect(await all).toBe(true);
  });

  it('does not run a step whose forerunner failed', async () => {
    const { run, end, started } = controlled();
    const all = runSteps([step('build'), step('docs', { after: 'build' })], { run, print: () => {} });
    await end('build', 2);
    expect(await all).toBe(false);
    expect(started).toEqual(['build']);
  });

  it('takes the exit code and all output of a command', async () => {
    const { code, output } = await runCommand(`node -e "console.log('seen'); console.error('told'); process.exit(3)"`);
    expect(code).toBe(3);
    expect(output).toContain('seen');
    expect(output).toContain('told');
  });

  it('runs the named steps in their own order, and refuses a name that is none', () => {
    expect(selectSteps(STEPS, { only: ['lint', 'types'] }).map(({ name }) => name)).toEqual(['types', 'lint']);
    expect(() => selectSteps(STEPS, { only: ['lints'] })).toThrow(/no step "lints"; there are build, types/);
  });

  it('leaves out the steps of --without and no other, and refuses a name that is none', () => {
    const left = selectSteps(STEPS, { without: ['tests'] }).map(({ name }) => name);
    expect(left).toEqual(STEPS.map(({ name }) => name).filter((name) => name !== 'tests'));
    expect(() => selectSteps(STEPS, { without: ['test'] })).toThrow(/no step "test"; there are build, types/);
  });

  it('has a step only after the one that it reads from', () => {
    for (const [index, { after }] of STEPS.entries()) {
      if (after !== undefined) expect(STEPS.slice(0, index).map(({ name }) => name)).toContain(after);
    }
  });
});
