import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from './random.mjs';
import { CLOSED, KNOWN, makeSequence } from './sequence-calls.mjs';
import { makeSequenceTraps, SECRET } from './sequence-traps.mjs';

/**
 * Runs in bubblewrap, where everything but the sources of this repository is in memory. Each call is decided in the state that
 * the earlier calls left, and an allowed call runs with the real tool.
 */
const [, seed, count, out] = process.argv.slice(2);
const [core, shell, testing] = await Promise.all([
  import('@loadout/core/run'),
  import('@loadout/tool-shell'),
  import('@loadout/testing'),
]);
const [work, outside, template] = ['/space/work', '/space/outside', '/space/template'];
const ENV = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', LANG: 'C.UTF-8' };
makeSequenceTraps({ work, outside });
execFileSync('cp', ['-a', '/space/work', template]);

const results = { sequences: 0, calls: 0, ran: 0, failures: [], missed: [] };
if (seed === 'known') {
  for (const calls of Object.values(CLOSED)) {
    const found = await play({ calls, rules: undefined });
    if (found.length > 0) results.failures.push({ found, calls });
  }
  for (const [name, calls] of Object.entries(KNOWN)) {
    if ((await play({ calls, rules: undefined })).length === 0) results.missed.push(name);
    for (const mode of ['default', 'acceptEdits'])
      for (const allow of [
        [],
        ['git', 'make', 'tar', 'cp', 'mv', 'mkdir', 'touch', 'rm', 'sleep'].map((one) => `Bash(${one}:*)`),
      ])
        await judge({ calls, rules: { mode, allow, deny: ['Read(**/.env*)'] } });
  }
} else {
  const random = createRandom(Number(seed));
  while (results.sequences < Number(count) && results.failures.length < 20) await judge(makeSequence(random));
}
writeFileSync(out, JSON.stringify(results));

async function judge(sequence) {
  results.sequences += 1;
  const found = await play(sequence);
  if (found.length > 0) results.failures.push({ found, ...sequence });
}

/** The effects of the calls that no rule allows. Without rules, every call runs. */
async function play({ calls, rules }) {
  execFileSync('rm', ['-rf', work, outside]);
  execFileSync('cp', ['-a', template, work]);
  execFileSync('mkdir', ['-p', outside, '/fired']);
  writeFileSync(join(outside, 'target'), 'kept\n');
  rmSync('/fired/fired', { force: true });
  const context = testing.testContext({ cwd: work, roots: [work], env: ENV });
  const parts = await shell.default.setup({ options: {}, mount: 'shell', configDir: work, stateDir: '/space/state' });
  const bash = parts.tools.find(({ name }) => name === 'Bash');
  await bash.inputSchema.parse({ command: 'true' });
  let shown = '';
  let waits = false;
  for (const text of calls) {
    const input = text.startsWith('&') ? { command: text.slice(1), run_in_background: true } : { command: text };
    results.calls += 1;
    const permitted = decided(bash, input, { context, rules });
    if (permitted === undefined) continue;
    results.ran += 1;
    waits ||= text.includes('sleep');
    const output = await Promise.resolve(
      bash.call({ timeout: 3_000, ...input }, Object.create(context, { permitted: { value: permitted } })),
    ).catch((error) => error.message);
    shown += typeof output === 'string' ? output : JSON.stringify(output);
  }
  await new Promise((settle) => setTimeout(settle, waits ? 300 : 0));
  const { artifactDir } = context;
  for (const name of existsSync(artifactDir) ? readdirSync(artifactDir) : [])
    shown += readFileSync(join(artifactDir, name), 'utf8');
  await parts.dispose?.();
  await context.dispose();
  return [
    ...(existsSync('/fired/fired') ? ['fired'] : []),
    ...(readFileSync(join(outside, 'target'), 'utf8') === 'kept\n' ? [] : ['outside']),
    ...(shown.includes(SECRET) ? ['secret'] : []),
  ];
}

function decided(bash, input, { context, rules }) {
  if (rules === undefined) return [];
  const call = { tool: { name: 'Bash', aliases: [], origin: { kind: 'base', from: 'shell' } }, openWorld: true, input };
  const rule = (behavior) => (text) => core.parsePermissionRule(text, { behavior, layer: 'project', position: undefined });
  const layers = {
    mode: rules.mode,
    rules: [...rules.deny.map(rule('deny')), ...rules.allow.map(rule('allow'))],
    roots: [work],
    workspace: work,
    home: '/nonexistent',
    artifactDir: context.artifactDir,
  };
  const mayRead = (path) => !core.standsAgainst({ kind: 'read', path }, call, layers);
  let accesses = [];
  let unclear;
  try {
    accesses = bash.access(input, Object.create(context, { mayRead: { value: mayRead } }));
  } catch (error) {
    unclear = error.message;
  }
  const { behavior } = core.decide({ ...call, readOnly: bash.isReadOnly(input), accesses, unclear }, layers);
  return behavior === 'allow' ? accesses : undefined;
}
