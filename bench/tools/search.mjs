import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { callTool, mountPlugin, testContext } from '@loadout/testing';
import search from '@loadout/tool-search';
import { median } from '../lib/measure.mjs';
import { ms, printTable } from '../lib/table.mjs';
import { sourceTree } from './tree.mjs';

const FILES = 5_000;
const QUERIES = [
  'how does a rule match a path',
  'session lock of a killed process',
  'retry after overload',
  'parse unicode property escapes',
  'schema validation error message',
  'abort signal timeout',
  'resume',
  'the',
  'readFileSync',
  'glob ignore file',
];

/** 5,000 files of the tree of sources, in a folder of their own. */
function fiveThousand(folder, tree) {
  let made = 0;
  const copy = (from, to) => {
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      if (made === FILES) return;
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) copy(source, target);
      else if (entry.isFile() && !entry.name.startsWith('.')) {
        mkdirSync(dirname(target), { recursive: true });
        copyFileSync(source, target);
        made += 1;
      }
    }
  };
  copy(tree, folder);
  return made;
}

/** The index of 5,000 files: made, read again by another run, changed in part, and asked. */
export async function searchBench({ tree }) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-bench-search-')));
  const folder = join(base, 'work');
  const files = fiveThousand(folder, sourceTree(tree));
  const context = testContext({ cwd: folder, roots: [folder] });
  const options = { sources: [{ name: 'code', paths: ['**'] }], refreshSeconds: 3600, maxFiles: 20_000 };
  const tool = async () => (await mountPlugin(search, { options, configDir: folder, stateDir: join(base, 'state') })).tools[0];
  const timed = async (one, query) => {
    const started = performance.now();
    const { isError, content } = await callTool(one, { query, limit: 6 }, context);
    if (isError) throw new Error(content);
    return performance.now() - started;
  };
  try {
    const first = await tool();
    const made = await timed(first, 'resume');
    const answers = [];
    for (let round = 0; round < 5; round++) for (const query of QUERIES) answers.push(await timed(first, query));
    const again = await timed(await tool(), 'resume');
    const later = new Date(Date.now() + 5000);
    const some = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .slice(0, 50);
    for (const path of some) {
      writeFileSync(path, `changed ${path}\n`);
      utimesSync(path, later, later);
    }
    const changed = await timed(await tool(), 'resume');
    const [index = ''] = readdirSync(join(base, 'state/indexes'));
    printTable(
      `Search over ${files} files, an index of ${(statSync(join(base, 'state/indexes', index)).size / 1e6).toFixed(1)} MB`,
      ['', 'ms'],
      [
        ['the first search of all, which makes the index', ms(made)],
        ['the first search of another run, which reads it', ms(again)],
        [`the first search of a run after ${some.length} files changed`, ms(changed)],
        ['each further search, median', ms(median(answers))],
        ['each further search, slowest of 50', ms(Math.max(...answers))],
      ],
    );
  } finally {
    await context.dispose();
    rmSync(base, { recursive: true, force: true });
  }
}
