import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineClient } from '@loadout/engine-restate';
import { onTestFinished } from 'vitest';
import { loadout, project, type Started, startLoadout } from '../lib/loadout.js';
import { freePorts, PATIENT, says, startEngine } from './engine-server.test-kit.js';

/**
 * Tools that change files of the working directory, and count their calls in a file outside: one that adds a line, one that holds
 * until a file is there, one that needs an approval, and one that kills its worker after its effect, once.
 */
const pluginOf = (farm: string) => `import { appendFileSync, existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { definePlugin, defineTool } from '@loadout/core';

const farm = ${JSON.stringify(farm)};
const inputSchema = { type: 'object', properties: { step: { type: 'integer' } }, required: ['step'] };
const effect = ({ step }, { cwd }, seen = '') =>
  appendFileSync(join(farm, 'effects'), JSON.stringify({ step, pid: process.pid, cwd, seen }) + '\\n');
const put = ({ step }, context) => {
  effect({ step }, context, read(context));
  appendFileSync(join(context.cwd, 'log.txt'), step + '\\n');
  return 'put ' + step;
};
const read = ({ cwd }) => (existsSync(join(cwd, 'log.txt')) ? readFileSync(join(cwd, 'log.txt'), 'utf8') : '');
const tool = (name, idempotentHint, call) =>
  defineTool({ name, description: 'Puts a line.', inputSchema, annotations: { readOnlyHint: false, idempotentHint }, call });
const hold = (input, context) => {
  effect(input, context, read(context));
  return new Promise((resolve) => {
    const done = () => {
      watcher.close();
      resolve('let go');
    };
    const watcher = watch(farm, () => existsSync(join(farm, 'go')) && done());
    context.signal.addEventListener('abort', done);
    if (existsSync(join(farm, 'go'))) done();
  });
};
const die = (input, context) => {
  put(input, context);
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};
const long = ({ step }) => 'long '.repeat(step) + 'the end';
const look = (input, context) => {
  const dir = join(context.artifactDir, 'tool-results');
  effect(input, context, JSON.stringify(readdirSync(dir).map((name) => readFileSync(join(dir, name), 'utf8')).map((text) => [text.length, text.slice(-200)]).sort((a, b) => a[0] - b[0])));
  return dir;
};
export default definePlugin({
  name: 'files',
  setup: () => ({ tools: [tool('put', false, put), tool('ask', false, put), tool('hold', true, hold), tool('die', false, die), tool('long', true, long), tool('look', true, look)] }),
});
`;

/** `notes`: options of the notes that the agents keep. */
const configOf = (notes: object) => `plugins:
  files: ./files.mjs
  fs: '@loadout/tool-fs'
  memory: { use: '@loadout/tool-memory', options: ${JSON.stringify(notes)} }
providers:
  five: { use: '@loadout/model-script', options: { file: ./five.yaml } }
  hold: { use: '@loadout/model-script', options: { file: ./hold.yaml } }
  asking: { use: '@loadout/model-script', options: { file: ./asking.yaml } }
  dying: { use: '@loadout/model-script', options: { file: ./dying.yaml } }
  long: { use: '@loadout/model-script', options: { file: ./long.yaml } }
  noting: { use: '@loadout/model-script', options: { file: ./noting.yaml } }
permissions: { allow: [Memory, files__put, files__hold, files__die, files__long, files__look], ask: [files__ask] }
agents:
  five: { model: five/script, instructions: Work., tools: ['files__*'] }
  hold: { model: hold/script, instructions: Work., tools: ['files__*'] }
  asking: { model: asking/script, instructions: Work., tools: ['files__*'] }
  dying: { model: dying/script, instructions: Work., tools: ['files__*'] }
  long: { model: long/script, instructions: Work., tools: ['files__*'] }
  noting: { model: noting/script, instructions: Work., tools: ['files__*', Memory] }
`;

/** Two long results, of which the second is larger than what travels, then a call that holds, and one that looks at the results. */
const LONG = `turns:
  - tools: [{ files__long: { step: 60000 } }]
  - tools: [{ files__long: { step: 2000000 } }]
  - tools: [{ files__hold: { step: 2 } }]
  - tools: [{ files__look: { step: 3 } }]
  - text: All done.
`;

/** A note, a call that holds, and a look at the note. */
const NOTING = `turns:
  - tools: [{ Memory: { command: create, path: /memories/build.md, file_text: The build takes ten minutes. } }]
  - tools: [{ files__hold: { step: 2 } }]
  - tools: [{ Memory: { command: view, path: /memories/build.md } }]
  - text: All done.
`;

const scriptOf = (...calls: readonly string[]) =>
  `turns:\n${calls.map((name, at) => `  - tools: [{ files__${name}: { step: ${at + 1} } }]\n`).join('')}  - text: All done.\n  - tools: [{ files__put: { step: 9 } }]\n  - text: And again.\n`;

export interface FileEffect {
  readonly step: number;
  readonly pid: number;
  readonly cwd: string;
  /** The lines of the file before the call. */
  readonly seen: string;
}

/** The moment of a push at which its worker is killed. */
export interface Kill {
  readonly push: number;
  readonly at: 'pre-receive' | 'post-receive';
}

/** An engine, a repository, and machines whose workers share neither a home nor a folder. */
export interface WorkspaceFarm {
  readonly dir: string;
  readonly client: EngineClient;
  readonly remote: string;
  effects(): readonly FileEffect[];
  /** Starts a worker on a machine of its own. */
  work(more?: readonly string[]): Promise<Started & { readonly dir: string }>;
  command(...args: readonly string[]): Promise<string>;
  /** Submits a run that works in the repository. Returns its id. */
  submit(agent: string): Promise<string>;
  /** Kills the worker of a push, with its whole process, at that moment. */
  killAt(kill: Kill): void;
  git(...args: readonly string[]): string;
  /** The lines of the file that people get. */
  lines(run: string): readonly string[];
  letGo(): void;
}

export async function startWorkspaceFarm({ patience = PATIENT, notes = {} } = {}): Promise<WorkspaceFarm> {
  const dir = project({});
  const remote = join(dir, 'app.git');
  const engineDir = project({});
  symlinkSync(join(import.meta.dirname, 'node_modules/@restatedev'), join(engineDir, 'node_modules/@restatedev'));
  const { env, address } = await startEngine(engineDir, { patience });
  const machine = () =>
    project({
      'agent.config.yaml': configOf(notes),
      'files.mjs': pluginOf(dir),
      'five.yaml': scriptOf('put', 'put', 'put', 'put', 'put'),
      'hold.yaml': scriptOf('put', 'hold', 'put'),
      'asking.yaml': scriptOf('put', 'ask', 'put'),
      'long.yaml': LONG,
      'noting.yaml': NOTING,
      'dying.yaml': scriptOf('put', 'die', 'put'),
    });
  const git = (...args: readonly string[]) => execFileSync('git', [...args], { cwd: dir, env: gitEnv(dir), encoding: 'utf8' });
  git('init', '--quiet', '--bare', '-b', 'main', remote);
  git('init', '--quiet', '-b', 'main', 'source');
  git('-C', 'source', 'commit', '--quiet', '--allow-empty', '-m', 'Begin');
  git('-C', 'source', 'push', '--quiet', remote, 'main');
  const home = machine();
  const command = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await loadout(args, { cwd: home, env });
    if (code !== 0) throw new Error(`loadout ${args.join(' ')} exited with ${code}: ${stderr}`);
    return stdout;
  };
  const bases = join(dir, 'workspaces');
  return {
    dir,
    client: new EngineClient(address),
    remote,
    command,
    git,
    effects: () => effectsIn(join(dir, 'effects')),
    submit: async (agent) => (await command('submit', agent, 'Go on.', '--workspace', `git:${remote}#main`)).trim(),
    lines: (run) => git('-C', remote, 'show', `refs/loadout/${run}:log.txt`).trim().split('\n'),
    letGo: () => writeFileSync(join(dir, 'go'), ''),
    killAt: (kill) => writeHook(remote, kill),
    work: async (more = []) => {
      const [port = 0] = await freePorts(1);
      const args = [
        'worker',
        '--port',
        String(port),
        '--fence',
        patience.fenceSeconds,
        '--remote',
        `${dir}/`,
        '--workspaces',
        bases,
        ...more,
      ];
      const own = machine();
      const worker = await startLoadout(args, { cwd: own, env });
      onTestFinished(async () => {
        worker.kill('SIGKILL');
        await worker.finished;
      });
      await says(worker, 'Serving');
      return { ...worker, dir: own };
    },
  };
}

const gitEnv = (home: string) => ({
  PATH: process.env.PATH,
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
});

function effectsIn(file: string): readonly FileEffect[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line) as FileEffect);
}

/** The hook counts pushes. At the one that is meant it looks up its own line of processes to the worker. */
function writeHook(remote: string, { push, at }: Kill): void {
  const file = join(remote, 'hooks', at);
  writeFileSync(
    file,
    `#!/bin/sh
echo push >> pushes
[ "$(wc -l < pushes)" -eq ${push} ] || exit 0
p=$PPID
while ! tr '\\0' ' ' < /proc/$p/cmdline | grep -q ' worker '; do p=$(awk '/^PPid:/ { print $2 }' /proc/$p/status); done
touch killed
kill -9 $p
sleep 60
`,
  );
  chmodSync(file, 0o755);
}
