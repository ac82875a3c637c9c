import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** The version that the guide names. */
const ENGINE = '@restatedev/restate-server@1.7.12';

/**
 * Goes the way of a stranger who has the bundle of a release and a registry without it: a project from `create-loadout --from`, its
 * run, a chat on a terminal, its tests, the page of the run, a plugin of its own, and a run on the engine.
 */
export async function goFirstSteps(folder, { bundle, step, env, print }) {
  await step('bundle', 'tar', ['-xzf', bundle, '-C', folder]);
  const unpacked = readdirSync(folder).find((name) => /^loadout-\d/.test(name));
  if (unpacked === undefined) throw new Error(`The bundle ${bundle} has no folder loadout-VERSION.`);
  await step('create-loadout --from', 'node', [`${unpacked}/create.mjs`, 'my-agent', '--yes']);
  const cwd = join(folder, 'my-agent');
  const within = (name, command, args, more) => step(name, command, args, { cwd, ...more });
  const loadout = (name, args, more) => within(name, 'npx', ['--no-install', '@loadout/cli', ...args], more);
  await within('npm install from the bundle', 'npm', ['install', '--no-audit', '--no-fund', '--loglevel=error']);
  says(await loadout('run', ['run']), 'files are here');
  await talk(loadout);
  says(await loadout('test', ['test']), 'passed');
  await loadout('view', ['view', 'latest', '--export', 'run.html']);
  if (!existsSync(join(cwd, 'run.html'))) throw new Error('loadout view --export wrote no page.');
  await addPlugin(cwd, { loadout });
  await within('install.mjs engine-restate', 'node', [`../${unpacked}/install.mjs`, 'engine-restate']);
  await within('npm install of Restate', 'npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ENGINE]);
  await runOnEngine(cwd, { loadout, env, print });
}

/** A terminal of its own, which the program script makes, and a person who types two lines. */
async function talk(loadout) {
  const refused = await loadout('chat in a pipe', ['chat'], { code: 2, stream: 'stderr' });
  says(refused, 'loadout run');
  if (process.platform === 'win32') return;
  const words = 'npx --no-install @loadout/cli chat --plain';
  // macOS has another program of this name, which takes the command as words.
  const args = process.platform === 'darwin' ? ['-q', '/dev/null', ...words.split(' ')] : ['-qec', words, '/dev/null'];
  says(await loadout('chat on a terminal', [], { program: ['script', ...args], input: 'Hello\r/exit\r' }), 'files are here');
}

/** The address that a command prints once it serves. */
const SERVES = /https?:\/\//;

const PLUGIN = `import { definePlugin, defineTool } from '@loadout/core';

const greet = defineTool({
  name: 'Greet',
  description: 'Greets a person.',
  inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  annotations: { readOnlyHint: true },
  call: ({ name }) => \`Hello, \${name}.\`,
});

export default definePlugin({ name: 'greetings', setup: () => ({ tools: [greet] }) });
`;

const WITH_PLUGIN = `plugins: { greetings: ./greetings.mjs }
providers:
  script:
    use: "@loadout/model-script"
    options: { turns: [{ tools: [{ greetings__Greet: { name: Ada }, as: greeting }] }, { text: "{{greeting.text}}" }] }
agents:
  greeter: { model: script/any, instructions: Greet., tools: [greetings__Greet], prompt: Greet Ada. }
`;

async function addPlugin(cwd, { loadout }) {
  mkdirSync(join(cwd, 'own'));
  writeFileSync(join(cwd, 'own', 'greetings.mjs'), PLUGIN);
  writeFileSync(join(cwd, 'own', 'agent.config.yaml'), WITH_PLUGIN);
  await loadout('trust', ['trust', '--yes', '-c', 'own/agent.config.yaml']);
  says(await loadout('a plugin in one file', ['run', '-c', 'own/agent.config.yaml']), 'Hello, Ada.');
}

async function runOnEngine(cwd, { loadout, env, print }) {
  const [port, admin, own] = await freePorts(3);
  const engine = { ...env, LOADOUT_ENGINE: `http://127.0.0.1:${port}`, LOADOUT_ENGINE_ADMIN: `http://127.0.0.1:${admin}` };
  const servers = [];
  const start = async (args, ready) => {
    const server = serve(['node_modules/@loadout/cli/bin/loadout.js', ...args], { cwd, env: engine, ready });
    servers.push(server);
    await server.ready;
  };
  try {
    await start(['engine', 'dev', '--port', `${port}`, '--admin-port', `${admin}`], SERVES);
    await start(['worker', '--port', `${own}`], SERVES);
    const answer = await loadout('a run on the engine', ['submit', 'helper', '--wait'], { env: engine });
    says(answer, 'files are here');
  } catch (error) {
    for (const { said } of servers) print(said());
    throw error;
  } finally {
    await Promise.all(servers.reverse().map(({ stop }) => stop()));
  }
}

/** Starts a program that serves. `ready` settles when it has printed the pattern, or rejects with what it said when it ends before. */
function serve(args, { cwd, env, ready }) {
  const child = spawn('node', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let text = '';
  const isReady = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part) => {
        text += part;
        if (ready.test(text)) resolve();
      });
    child.on('error', reject);
    setTimeout(() => reject(new Error(`${args.slice(1).join(' ')} serves nothing after two minutes:\n${text}`)), 120_000).unref();
    ended.then(() => reject(new Error(`${args.slice(1).join(' ')} ended:\n${text}`)));
  });
  return {
    ready: isReady,
    said: () => text,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}

function says(output, wanted) {
  if (!output.includes(wanted)) throw new Error(`The output has no ${JSON.stringify(wanted)}:\n${output.slice(-2000)}`);
}

/** Ports that were free a moment ago. */
async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => void server.close(resolve))));
  return ports;
}
