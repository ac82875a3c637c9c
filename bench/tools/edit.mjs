import { hash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountPlugin } from '../../packages/testing/dist/index.js';
import plugin from '../../packages/tool-fs/dist/index.js';
import { interleave, median } from '../lib/measure.mjs';
import { tell } from '../lib/rows.mjs';
import { ms, printTable, ratio } from '../lib/table.mjs';

const LINE = 'const value = compute(input, { option: true, other: "text" }); // a line of a source file\n';
const CONTENT = LINE.repeat(Math.ceil((1024 * 1024) / LINE.length));
/** An Edit takes milliseconds, and V8 compiles it well only after some dozens. */
const LEAST_ROUNDS = 60;
const marked = (turn) => `// the one line that is edited, for the ${turn}. time\n`;

/**
 * Edit in a file of 1 MB against the least that keeps a file whole: read, replace, write beside it, fsync, rename. The floor that knows
 * the file again also compares the old bytes with those that were seen, and remembers the new ones, by their digests.
 */
export async function editBench({ rounds: asked = LEAST_ROUNDS } = {}) {
  const rounds = Math.max(asked, LEAST_ROUNDS);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-bench-edit-')));
  try {
    const contenders = [
      bareFs(join(folder, 'bare.txt'), { name: 'bare', digest: () => '' }),
      bareFs(join(folder, 'knowing.txt'), { name: 'knowing', digest: (bytes) => hash('sha256', bytes) }),
      await editTool(folder),
    ];
    const results = await interleave(contenders, { rounds, warmup: 5 });
    const [bare, knowing, edit] = contenders.map(({ name }) => median(results.get(name)));
    printTable(
      `Edit of one line in a file of 1 MB, ms (${rounds} rounds)`,
      ['', 'median', 'Edit against it'],
      [
        ['read, replace, write, fsync, rename', ms(bare), ratio(edit, bare)],
        ['the same, and the digests before and after', ms(knowing), ratio(edit, knowing)],
        ['Edit', ms(edit), ''],
      ],
    );
    tell({ id: 'edit.1mb', name: 'Edit of a file of 1 MB', value: edit, floor: knowing, aim: 1.2 });
    tell({
      id: 'edit.1mb.bare',
      name: 'Edit of a file of 1 MB, against a floor that does not know it again',
      value: edit,
      floor: bare,
      aim: 1.2,
    });
    return { bare, knowing, edit };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bareFs(path, { name, digest }) {
  let turn = start(path);
  let seen = digest(readFileSync(path));
  return {
    name,
    run: () =>
      timed(() => {
        const before = readFileSync(path);
        if (digest(before) !== seen) throw new Error(`${path} changed during the bench.`);
        const after = Buffer.from(before.toString('utf8').replace(marked(turn), marked(++turn)));
        const fd = openSync(`${path}.tmp`, 'w');
        writeSync(fd, after);
        fsyncSync(fd);
        closeSync(fd);
        renameSync(`${path}.tmp`, path);
        seen = digest(after);
      }),
  };
}

async function editTool(folder) {
  const file_path = join(folder, 'edit.txt');
  const parts = await mountPlugin(plugin, { configDir: folder, stateDir: join(folder, 'state') });
  const session = { sessionId: 's', cwd: folder, roots: [folder], artifactDir: folder };
  const services = new Map(parts.services.map(({ service, create }) => [service.key, create(session)]));
  const find = (service) => services.get(service.key);
  const context = { ...session, signal: new AbortController().signal, get: find, find };
  const call = async (name, input) => {
    const tool = parts.tools.find((one) => one.name === name);
    await tool.call(input, { ...context, permitted: await tool.access(input, context) });
  };
  let turn = start(file_path);
  await call('Read', { file_path, limit: 1 });
  return {
    name: 'edit',
    run: () => timed(() => call('Edit', { file_path, old_string: marked(turn), new_string: marked(++turn) })),
  };
}

function start(path) {
  const half = CONTENT.length >> 1;
  writeFileSync(path, CONTENT.slice(0, half) + marked(0) + CONTENT.slice(half));
  return 0;
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
