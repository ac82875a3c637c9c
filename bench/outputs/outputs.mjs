import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { interleave, measure, median } from '../lib/measure.mjs';
import { tell } from '../lib/rows.mjs';
import { ms, printTable, ratio } from '../lib/table.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MEGABYTES = { few: 10, many: 100, most: 200 };
const STREAMS = ['stdout', 'stderr'];

const print = (megabytes, stream) =>
  `yes 0123456789abcde | head -c ${megabytes * 1024 * 1024}${stream === 'stderr' ? ' >&2' : ''}`;

/**
 * A whole process whose second call prints much, against the same loop over a bare spawn. The first call is `true`, so that a program has
 * loaded by then what it loads for its first command.
 */
export async function outputsBench({ rounds }) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-outputs-'));
  try {
    const programs = await prepare(folder);
    const foreground = await eachOutput(programs, { rounds, where: 'foreground' });
    // A bare loop has no background: it is compared with the loop that waits.
    const background = await eachOutput({ ours: programs.ours }, { rounds, where: 'background' });
    printTable(
      `Output of one command, whole processes, ${rounds} rounds`,
      ['', 'Loadout, ms', 'bare loop, ms', 'x', 'Loadout, peak MB', 'bare loop, peak MB', 'x'],
      [...foreground, ...background].map(({ name, ours, bare }) => [
        name,
        ms(ours.time),
        bare === undefined ? '' : ms(bare.time),
        bare === undefined ? '' : ratio(ours.time, bare.time),
        ours.peak.toFixed(0),
        bare?.peak.toFixed(0),
        bare === undefined ? '' : ratio(ours.peak, bare.peak),
      ]),
    );
    tellRows({ foreground, background });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tellRows({ foreground, background }) {
  for (const stream of STREAMS) {
    const [few] = outputsOf(foreground, stream);
    const name = `${MEGABYTES.few} MB on ${stream}, whole process`;
    tell({ id: `outputs.${stream}.time`, name, value: few.ours.time, floor: few.bare.time, aim: 1.2 });
    tell({
      id: `outputs.${stream}.memory`,
      name: `${name}, peak`,
      value: few.ours.peak,
      floor: few.bare.peak,
      aim: 1,
      unit: 'MB',
    });
    for (const [where, outputs] of Object.entries({ foreground, background })) {
      const [less, more, most] = outputsOf(outputs, stream).map(({ ours }) => ours.peak);
      const peak = (megabytes) => `${megabytes} MB on ${stream}, ${where}, peak`;
      const id = `outputs.${stream}.${where}`;
      const row = { aim: 1.1, unit: 'MB' };
      tell({ ...row, id: `${id}.fill`, name: `${peak(MEGABYTES.many)} against ${MEGABYTES.few} MB`, value: more, floor: less });
      // More output than the garbage collector lets wait must not cost more memory.
      tell({
        ...row,
        id: `${id}.window`,
        name: `${peak(MEGABYTES.most)} against ${MEGABYTES.many} MB`,
        value: most,
        floor: more,
      });
    }
  }
}

const outputsOf = (outputs, stream) => outputs.filter((one) => one.stream === stream);

async function prepare(folder) {
  const bare = join(folder, 'bare.mjs');
  await build({
    entryPoints: [join(root, 'bench/outputs/bare-bash.mjs')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: bare,
    logLevel: 'error',
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  mkdirSync(join(folder, 'home'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(root, 'node_modules/@loadout'), join(folder, 'node_modules/@loadout'));
  const agent = 'bench: { model: anthropic/bench, instructions: Answer., tools: [Bash, TaskOutput] }';
  writeFileSync(join(folder, 'agent.config.yaml'), `plugins: { shell: "@loadout/tool-shell" }\nagents:\n  ${agent}\n`);
  const command = [join(root, 'packages/cli/bin/loadout.js'), 'run', '--permission-mode', 'bypassPermissions', 'Go.'];
  const env = { PATH: process.env.PATH, HOME: join(folder, 'home'), ANTHROPIC_API_KEY: 'bench', IS_SANDBOX: '1' };
  const runOf = (argv) => (replies) => measure({ argv, env, cwd: folder, replies });
  return { ours: runOf(command), bare: runOf([bare]) };
}

async function eachOutput(programs, { rounds, where }) {
  const outputs = STREAMS.flatMap((stream) => Object.values(MEGABYTES).map((megabytes) => ({ stream, megabytes })));
  const contenders = outputs.flatMap((output) =>
    Object.entries(programs).flatMap(([program, run]) => {
      // The bare loop keeps everything.
      if (program === 'bare' && output.megabytes === MEGABYTES.most) return [];
      return [
        {
          name: `${program} ${output.stream} ${output.megabytes}`,
          run: () => run(repliesOf(print(output.megabytes, output.stream), where)),
        },
      ];
    }),
  );
  const results = await interleave(contenders, { rounds });
  return outputs.map(({ stream, megabytes }) => {
    const of = (program) => {
      const runs = results.get(`${program} ${stream} ${megabytes}`);
      if (runs === undefined) return undefined;
      // From the answer that asks for the command to the request with its output; in the background two calls.
      const time = ({ turns }) => turns.slice(1).reduce((sum, one) => sum + one, 0);
      return { time: median(runs.map(time)), peak: median(runs.map(({ peakMb }) => peakMb)) };
    };
    return { name: `${megabytes} MB on ${stream}, ${where}`, stream, ours: of('ours'), bare: of('bare') };
  });
}

/** Asks for `true`, then for the command, and in the background also for its output. */
function repliesOf(command, where) {
  const isBackground = where === 'background';
  const calls = [
    { name: 'Bash', input: { command: 'true' } },
    { name: 'Bash', input: isBackground ? { command, run_in_background: true } : { command } },
    ...(isBackground ? [{ name: 'TaskOutput', input: { task_id: 'shell_1', timeout: 60_000 } }] : []),
  ];
  return ({ body }) => {
    const call = calls[body.messages.filter(({ role }) => role === 'assistant').length];
    return call === undefined ? { text: 'Done.' } : { tools: [call] };
  };
}
