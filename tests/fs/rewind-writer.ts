/** A process to be killed: writes files without end, with a prompt for every five. Its argument is a `WriterWork` as JSON. */
import type { FileCheckpoints, ToolContext } from '@loadout/core';
import type { TestContext } from '@loadout/testing';
import { fileSession } from './rewind.test-kit.js';

export interface WriterWork {
  readonly dir: string;
  readonly artifactDir: string;
  readonly id: string;
  readonly seed: number;
  /** True to stop forever between the first checkpoint and its write. */
  readonly stops?: boolean;
}

const { dir, artifactDir, id, seed, stops } = JSON.parse(process.argv[2] ?? '') as WriterWork;
const bare = {
  dir,
  cwd: dir,
  roots: [dir],
  artifactDir,
  sessionId: id,
  signal: new AbortController().signal,
  env: {},
  permitted: [],
  progress: () => {},
} satisfies Partial<ToolContext> & { dir: string };
const session = await fileSession(bare as unknown as TestContext, { id });

let state = seed;
function random(below: number): number {
  state = (state * 1103515245 + 12345) % 2 ** 31;
  return Math.floor((state / 2 ** 31) * below);
}

const stopping: FileCheckpoints = {
  async before(path) {
    await session.checkpoints()?.before(path);
    console.log('kept');
    await new Promise((resolve) => process.stdin.on('end', resolve).resume());
  },
};

for (let turn = 0; ; turn++) {
  if (turn % 5 === 0) session.ask(`prompt-${turn / 5}`);
  const file_path = session.at(`${random(2) === 0 ? '' : `made-${random(3)}/`}${random(4)}.txt`);
  const content = `${turn}\n`.repeat(random(20_000) + 1);
  await session.call('Read', { file_path, limit: 1 });
  await session.call('Write', { file_path, content }, stops ? { checkpoints: stopping } : undefined);
  if (turn === 0) console.log('ready');
}
