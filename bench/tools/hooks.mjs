import { execFile } from 'node:child_process';
import { interleave, median } from '../lib/measure.mjs';
import { ms, printTable, ratio } from '../lib/table.mjs';

const dist = (name, entry = 'index') => import(new URL(`../../packages/${name}/dist/${entry}.js`, import.meta.url).href);
const CALLS = 2_000;
const COMMAND = 'cat >/dev/null';

/** A call with no hook and with 50 that do not match; a command hook against a bare spawn of the same command. */
export async function hooksBench({ rounds }) {
  const [authors, run, hooks] = await Promise.all([dist('core'), dist('core', 'run'), dist('hooks')]);
  const core = { ...authors, ...run };
  const calls = await interleave(
    [
      { name: '0 hooks', run: () => timeCalls(core, {}) },
      { name: '50 hooks', run: () => timeCalls(core, { PreToolUse: Array.from({ length: 50 }, unmatched) }) },
    ],
    { rounds, warmup: 2 },
  );
  const hook = await commandHook(hooks);
  const commands = await interleave(
    [
      { name: 'bare spawn', run: () => timed(() => bareSpawn(COMMAND)) },
      { name: 'command hook', run: () => timed(hook) },
    ],
    { rounds: rounds * 3, warmup: 3 },
  );
  const figures = Object.fromEntries([...calls, ...commands].map(([name, times]) => [name, median(times)]));
  printTable(
    `hooks: one call of a tool that does nothing (medians of ${CALLS}); one command`,
    ['', 'ms', 'ratio'],
    [
      ['a call, 0 hooks', figures['0 hooks'].toFixed(4), ''],
      ['a call, 50 hooks that do not match', figures['50 hooks'].toFixed(4), ratio(figures['50 hooks'], figures['0 hooks'])],
      ['bare spawn', ms(figures['bare spawn']), ''],
      ['command hook', ms(figures['command hook']), ratio(figures['command hook'], figures['bare spawn'])],
    ],
  );
  return figures;
}

const unmatched = (_, index) => ({
  name: `h${index}`,
  matcher: index % 2 === 0 ? `Other${index}` : `^mcp__s${index}__.*`,
  run: () => {},
});

async function timeCalls(core, hooks) {
  const env = environment(core, hooks);
  const started = performance.now();
  for (let index = 0; index < CALLS; index++)
    await core.runToolCall({ id: `t${index}`, name: 'Note', input: { text: 'a' } }, env);
  return (performance.now() - started) / CALLS;
}

function environment(core, hooks) {
  const { signal } = new AbortController();
  const tool = core.defineTool({
    name: 'Note',
    description: 'Does nothing.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    call: () => '',
  });
  const layers = { mode: 'bypassPermissions', rules: [], roots: ['/repo'], workspace: '/repo', home: '/', artifactDir: '/state' };
  return {
    pool: core.assembleToolPool({ baseTools: [tool] }),
    restrictions: new core.RestrictionStack(),
    permissions: () => layers,
    hooks: core.registerHooks([{ hooks, owner: 'bench' }]),
    base: () => ({
      session_id: 's',
      transcript_path: '',
      cwd: '/repo',
      permission_mode: 'default',
      agent_id: 'main',
      agent_type: 'main',
    }),
    clock: { now: () => performance.now(), after: () => () => {} },
    signal,
    emit: () => {},
    turn: async () => {},
    contextFor: () => ({ cwd: '/repo', roots: ['/repo'], agentId: 'main', signal, progress: () => {} }),
  };
}

const EVENT = {
  session_id: 's',
  cwd: process.cwd(),
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
};

async function commandHook({ hookKinds }) {
  const kind = hookKinds.find(({ type }) => type === 'command');
  const env = { PATH: process.env.PATH };
  const hook = await kind.make({ type: 'command', command: COMMAND }, { event: 'PreToolUse', configDir: process.cwd(), env });
  const context = { signal: new AbortController().signal, report() {}, printed() {} };
  return () => hook.run(EVENT, 't', context);
}

const bareSpawn = (command) =>
  new Promise((resolve, reject) => {
    const child = execFile('/bin/sh', ['-c', command], { env: { PATH: process.env.PATH } }, (error) =>
      error ? reject(error) : resolve(),
    );
    child.stdin.end(JSON.stringify(EVENT));
  });

async function timed(run) {
  const started = performance.now();
  await run();
  return performance.now() - started;
}
