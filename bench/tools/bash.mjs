import { spawn } from 'node:child_process';
import { callTool, testContext } from '../../packages/testing/dist/index.js';
import plugin from '../../packages/tool-shell/dist/index.js';
import { interleave, median } from '../lib/measure.mjs';
import { tell } from '../lib/rows.mjs';
import { ms, printTable, ratio } from '../lib/table.mjs';

const WORKLOADS = [
  { id: 'true', name: 'true', command: 'true', warmup: 3, times: 10 },
  { id: '10mb', name: '10 MB of output', command: 'yes 0123456789abcde | head -c 10485760', warmup: 1, times: 1 },
];

/** Bash against a bare spawn of the same bash, whose output is collected and made one string, without any limit. */
export async function bashBench({ rounds }) {
  const context = testContext();
  const parts = await plugin.setup({
    options: {},
    mount: 'shell',
    configDir: context.dir,
    stateDir: `${context.dir}/../state/plugins/shell`,
  });
  const [bash] = parts.tools;
  try {
    const rows = [];
    for (const workload of WORKLOADS) {
      const times = await interleave(
        [
          { name: 'Bash', run: () => timed(workload, (command) => throughTool(bash, { command, context })) },
          { name: 'spawn', run: () => timed(workload, (command) => bare(command, context)) },
        ],
        { rounds, warmup: workload.warmup },
      );
      const [tool, spawned] = ['Bash', 'spawn'].map((name) => median(times.get(name)));
      tell({
        id: `bash.${workload.id}`,
        name: `Bash in a warm process, ${workload.name}`,
        value: tool,
        floor: spawned,
        aim: 1.2,
      });
      rows.push([workload.name, ms(tool), ms(spawned), ratio(tool, spawned)]);
    }
    printTable('Bash against a bare spawn of bash --noprofile --norc -c (ms)', ['', 'Bash', 'spawn', 'ratio'], rows);
  } finally {
    await parts.dispose();
    context.dispose();
  }
}

/** Milliseconds for one, as the mean of a few: a single short command is mostly noise. */
async function timed({ command, times }, run) {
  const start = performance.now();
  for (let count = 0; count < times; count++) await run(command);
  return (performance.now() - start) / times;
}

async function throughTool(bash, { command, context }) {
  const { isError, content } = await callTool(bash, { command }, context);
  if (isError) throw new Error(content.slice(0, 500));
}

function bare(command, { dir, env }) {
  return new Promise((settle, fail) => {
    const child = spawn('bash', ['--noprofile', '--norc', '-c', command], {
      cwd: dir,
      env: { ...env, SHLVL: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', fail);
    child.on('close', () => settle(Buffer.concat(chunks).toString()));
  });
}
