import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { withSum } from '../../packages/sessions/src/native-format.js';
import { ROOT } from './load-script.js';

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly shell: string;
  readonly run: string;
  readonly 'working-directory': string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;
const step = (name: string) => action.runs.steps.find((one) => one.name === name) as Step;

/** An input as an expression, the only expression that a step may have. */
const INPUT = /^\$\{\{ inputs\.([\w-]+) \}\}$/;

/** A project in which Loadout is installed, as a runner has it after npm ci. */
function project(config = 'agents:\n  main: { instructions: Hello. }\n') {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-action-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['.bin', '@loadout']) mkdirSync(join(folder, 'node_modules', name), { recursive: true });
  mkdirSync(join(folder, 'temp'));
  symlinkSync(join(ROOT, 'packages/cli'), join(folder, 'node_modules/@loadout/cli'));
  symlinkSync('../@loadout/cli/bin/loadout.js', join(folder, 'node_modules/.bin/loadout'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  writeFileSync(join(folder, 'agent.config.yaml'), config);
  return folder;
}

interface Wish {
  readonly folder: string;
  readonly inputs?: Readonly<Record<string, string>>;
  /** The exit code of an npx that only writes down its words. Default: the real npx. */
  readonly npx?: number;
  /** The base branch of a pull request. Default: main. */
  readonly base?: string;
}

/** Runs a step as a runner does: `bash --noprofile --norc -eo pipefail`, with the inputs in the step's variables. */
function runStep({ run, env = {} }: Step, { folder, inputs = {}, npx, base = 'main' }: Wish) {
  const heard = join(folder, 'temp/words.json');
  if (npx !== undefined) {
    const program = `require('node:fs').writeFileSync(${JSON.stringify(heard)}, JSON.stringify(process.argv.slice(2)));`;
    writeFileSync(join(folder, 'temp/npx'), `#!${process.execPath}\n${program}\nprocess.exit(${npx});\n`, { mode: 0o755 });
  }
  const inputOf = (name: string) => inputs[name] ?? action.inputs[name]?.default ?? '';
  const own = Object.entries(env).map(([name, value]) => [name, inputOf(INPUT.exec(value)?.[1] ?? '')]);
  const [script, output, summary] = ['step.sh', 'output', 'summary.md'].map((name) => join(folder, 'temp', name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(script, run);
  writeFileSync(output, '');
  writeFileSync(summary, '');
  const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: `${npx === undefined ? '' : `${join(folder, 'temp')}:`}${process.env.PATH}`,
      HOME: folder,
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: ROOT,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: join(folder, 'temp'),
      GITHUB_BASE_REF: base,
      ...Object.fromEntries(own),
    },
  });
  const words = npx === undefined ? [] : (JSON.parse(readFileSync(heard, 'utf8')) as string[]);
  return { status, words, text: stdout + stderr, output: readFileSync(output, 'utf8'), summary: readFileSync(summary, 'utf8') };
}

describe('the GitHub Action', () => {
  it('has only the keys that GitHub knows for a composite action', () => {
    expect(Object.keys(action).sort()).toEqual(['author', 'branding', 'description', 'inputs', 'name', 'outputs', 'runs']);
    expect(Object.keys(action.runs).sort()).toEqual(['steps', 'using']);
    expect(action.runs.using).toBe('composite');
    for (const input of Object.values(action.inputs)) expect(Object.keys(input).sort()).toEqual(['default', 'description']);
    for (const output of Object.values(action.outputs)) expect(Object.keys(output).sort()).toEqual(['description', 'value']);
    const keys = ['env', 'id', 'if', 'name', 'run', 'shell', 'working-directory'];
    for (const one of action.runs.steps) {
      expect(keys).toEqual(expect.arrayContaining(Object.keys(one)));
      expect(one.shell).toBe('bash');
    }
  });

  it('has no expression in a script, and reads in expressions only inputs that it declares', () => {
    for (const { run, env = {}, 'working-directory': folder } of action.runs.steps) {
      expect(run).not.toContain('${{');
      expect(run.startsWith('set -euo pipefail\n')).toBe(true);
      for (const value of [folder, ...Object.values(env)])
        expect(Object.keys(action.inputs)).toContain(INPUT.exec(value)?.[1] ?? value);
    }
    for (const [name, { value }] of Object.entries(action.outputs)) expect(value).toBe(`\${{ steps.test.outputs.${name} }}`);
  });

  it('says how to install Loadout where it is missing', () => {
    const folder = project();
    expect(runStep(step('Find Loadout'), { folder })).toMatchObject({ status: 0 });
    rmSync(join(folder, 'node_modules'), { recursive: true });
    const missing = runStep(step('Find Loadout'), { folder });
    expect(missing.status).toBe(1);
    expect(missing.text).toContain('::error title=Loadout::Loadout is not installed');
  });

  it('checks the configuration that the input names, in a file with a space in its name too', () => {
    const folder = project();
    expect(runStep(step('Check the configuration'), { folder })).toMatchObject({ status: 0 });
    writeFileSync(join(folder, 'my agents.yaml'), 'agents:\n  main: { instruction: Hello. }\n');
    const wrong = runStep(step('Check the configuration'), { folder, inputs: { config: 'my agents.yaml' } });
    expect(wrong).toMatchObject({ status: 2, text: expect.stringContaining('my agents.yaml:2') });
  });

  it('refuses a configuration whose acting parts are not trusted, and takes the hash from the input', () => {
    const folder = project(
      'agents:\n  main: { instructions: Hello. }\nhooks:\n  Stop: [{ hooks: [{ type: command, command: "true" }] }]\n',
    );
    const refused = runStep(step('Check the configuration'), { folder });
    expect(refused.status).toBe(6);
    const [hash = ''] = /[0-9a-f]{64}/.exec(refused.text) ?? [];
    expect(runStep(step('Check the configuration'), { folder, inputs: { trust: hash } })).toMatchObject({ status: 0 });
  });

  it('verifies the lock, and fails where a lock is missing or differs', () => {
    const folder = project();
    expect(runStep(step('Verify the lock'), { folder })).toMatchObject({
      status: 6,
      text: expect.stringContaining('LOCK_MISSING'),
    });
    spawnSync(process.execPath, [join(ROOT, 'packages/cli/bin/loadout.js'), 'lock'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
    });
    expect(runStep(step('Verify the lock'), { folder })).toMatchObject({ status: 0 });
  });

  it('gives the words of its inputs to the command, and runs none of them', () => {
    const folder = project();
    const evil = 'x"; touch owned; \'; touch owned; * && touch owned; $(touch owned) `touch owned`\ntouch owned\n';
    for (const one of action.runs.steps.filter(({ env }) => env !== undefined)) {
      const inputs = Object.fromEntries(Object.keys(action.inputs).map((name) => [name, evil]));
      const { words } = runStep(one, { folder, inputs, npx: 0 });
      expect(words).toContain(`--config=${evil}`);
      expect(existsSync(join(folder, 'owned'))).toBe(false);
    }
  });

  it('runs the tests with its reporters and the words of args, and fails as they do', () => {
    const folder = project();
    const inputs = { args: '--tag fast  --shard\n1/2 *', junit: 'a b.xml', config: 'my agents.yaml' };
    const { status, words } = runStep(step('Run the tests'), { folder, inputs, npx: 3 });
    expect(status).toBe(3);
    expect(words).toEqual([
      ...['--offline', '--no-install', '@loadout/cli', 'test', '--reporter', 'pretty', '--reporter', 'github'],
      ...['--reporter', `ctrf=${join(folder, 'temp/loadout-ctrf.json')}`, '--reporter=junit=a b.xml', '--config=my agents.yaml'],
      ...['--tag', 'fast', '--shard', '1/2', '*'],
    ]);
    const plain = runStep(step('Run the tests'), { folder, npx: 0 });
    expect(plain).toMatchObject({ status: 0, summary: expect.stringContaining('did not run') });
    expect(plain.words.at(-1)).toMatch(/^ctrf=/);
  });

  it('runs the tests of the configuration: a failure is an annotation at its line, and the counts are outputs', () => {
    const folder = project(
      'agents:\n  main: { instructions: Hello. }\ntests:\n  - name: says hello\n    prompt: Hi.\n    model: { script: [{ text: Hello. }] }\n    expect: { text: Hello }\n',
    );
    const good = runStep(step('Run the tests'), { folder, inputs: { junit: 'junit.xml' } });
    expect(good).toMatchObject({ status: 0, output: 'total=1\npassed=1\nfailed=0\nskipped=0\n' });
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain('<testcase');
    const config = join(folder, 'agent.config.yaml');
    writeFileSync(config, readFileSync(config, 'utf8').replace('{ text: Hello }', '{ text: Goodbye }'));
    const bad = runStep(step('Run the tests'), { folder });
    expect(bad).toMatchObject({ status: 1, output: 'total=1\npassed=0\nfailed=1\nskipped=0\n' });
    expect(bad.text).toContain('::error file=agent.config.yaml,line=7,');
  });

  it('plays the rules of a pull request against recorded calls, and shows in the summary which decisions turn', () => {
    const config = (permissions: string) => `agents:\n  main: { instructions: Hello. }\npermissions: ${permissions}\n`;
    const folder = project(config("{ deny: ['Bash(git push:*)'] }"));
    const git = (...words: readonly string[]) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'commit.gpgsign=false', ...words], {
        cwd: folder,
      });
    git('init', '--quiet', '--initial-branch=main');
    git('add', 'agent.config.yaml');
    git('commit', '--quiet', '-m', 'rules');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    const touches = [{ kind: 'run', text: 'git push', words: ['git', 'push'] }];
    const header = {
      t: 'session',
      version: 1,
      id: 's',
      agent: 'main',
      cwd: '/other/machine',
      startedAt: '',
      environment: '',
      artifactDir: '/a',
    };
    const call = {
      t: 'message',
      message: { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'git push' } }] },
    };
    const block = { type: 'tool_result', tool_use_id: 'a', content: '', is_error: true };
    const ended = {
      t: 'ended',
      id: 'a',
      outcome: 'denied',
      at: 1,
      block,
      decision: { rule: 'Bash(git push:*)', subject: { touches } },
    };
    mkdirSync(join(folder, 'sessions'));
    writeFileSync(
      join(folder, 'sessions/s.jsonl'),
      [header, call, ended].map((one) => `${withSum(JSON.stringify(one))}\n`).join(''),
    );
    const inputs = { sessions: 'sessions' };
    const play = (base?: string) => runStep(step('Play the rules'), { folder, inputs, ...(base === undefined ? {} : { base }) });

    symlinkSync(join(ROOT, 'packages/rules'), join(folder, 'node_modules/@loadout/rules'));
    expect(play()).toMatchObject({ status: 0, summary: expect.stringContaining('The call on record is decided as before.') });
    writeFileSync(join(folder, 'agent.config.yaml'), config("{ allow: ['Bash(git push:*)'] }"));
    const wider = play();
    expect(wider).toMatchObject({ status: 0, summary: expect.stringContaining('deny -> allow  1 call  WAS DENIED') });
    expect(wider.text).toContain('::warning title=Loadout::');
    expect(wider.text).not.toContain('git push');
    expect(play('missing')).toMatchObject({ status: 2, text: expect.stringContaining('RULES_REF_UNREAD') });
    expect(play('')).toMatchObject({ status: 0, summary: '' });
  });

  it('shows a hostile text of the rules as a text in the summary, and not in the log', () => {
    const folder = project();
    const report = join(folder, 'rules.txt');
    const tell: Step = {
      ...step('Play the rules'),
      run: `node "$GITHUB_ACTION_PATH/scripts/action/tell-rules.mjs" ${report} 1\n`,
    };
    writeFileSync(report, '::set-env name=A::b\n```\n````\n![x](https://evil.example/x.png)\n');
    const { text, summary } = runStep(tell, { folder });
    expect(text).not.toMatch(/set-env|evil/);
    expect(summary).toMatch(/^`{5}text\n::set-env[\s\S]*evil[\s\S]*\n`{5}$/m);
  });

  it('tells the counts of the report as outputs and in the summary, and lets no other text through', () => {
    const folder = project();
    const report = join(folder, 'report.json');
    const tell: Step = {
      ...step('Run the tests'),
      run: `node "$GITHUB_ACTION_PATH/scripts/action/tell-counts.mjs" ${report}\n`,
    };
    writeFileSync(report, JSON.stringify({ results: { summary: { tests: 3, passed: 2, failed: 1, skipped: '0\nowned=1' } } }));
    expect(runStep(tell, { folder })).toMatchObject({
      status: 0,
      output: 'total=3\npassed=2\nfailed=1\n',
      summary: '**Loadout tests:** 3 total, 2 passed, 1 failed\n\n',
    });
    rmSync(report);
    expect(runStep(tell, { folder })).toMatchObject({ status: 0, output: '', summary: expect.stringContaining('did not run') });
  });
});

describe('the workflow of projects (GAP-G5)', () => {
  const FILE = 'scripts/templates/create/github-action/.github/workflows/loadout.yml.tmpl';
  const text = readFileSync(join(ROOT, FILE), 'utf8');
  const workflow = parse(text) as {
    permissions: object;
    jobs: Record<string, { steps: { uses?: string; with?: Record<string, unknown> }[] }>;
  };

  it('may only read, and pins the actions of others to a commit', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const uses = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap((one) => one.uses ?? []));
    const foreign = uses.filter((one) => !one.startsWith('loadout-agents/'));
    expect(foreign.length).toBeGreaterThan(0);
    for (const one of foreign) expect(one).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });

  it('gives the Action only inputs that it has, and is the file that the guide shows', () => {
    const own = Object.values(workflow.jobs).flatMap(({ steps }) =>
      steps.filter(({ uses }) => uses?.startsWith('loadout-agents/')),
    );
    expect(own).toHaveLength(1);
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(own[0]?.with ?? {})));
    const guide = readFileSync(join(ROOT, 'docs/guide/ci.md'), 'utf8');
    expect(/^```yaml\n([\s\S]*?)^```/m.exec(guide)?.[1]).toBe(text);
  });

  it('is the only one that checks and tests: no other page and no template has a file for CI but the recipe of a reviewer', () => {
    const shown = globSync(['docs/**/*.md', 'packages/*/README.md', 'README.md', 'scripts/templates/**'], {
      cwd: ROOT,
      dot: true,
    });
    const whole = shown.filter((file) => /^jobs:/m.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(whole.sort()).toEqual(['docs/guide/ci.md', 'docs/guide/recipes/review-bot.md', FILE]);
  });
});
