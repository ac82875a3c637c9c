import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { describeSessionStore } from '../../test/src/session-stores/describe-session-store.js';
import { FileStore } from './file-store.js';
import { describeFileStore } from './file-store-laws.test-kit.js';
import { MemoryStore } from './memory-store.js';

const built = new URL('../dist/index.js', import.meta.url).href;

describeFileStore('of lines as the runner writes them', {
  open: (dir) => new FileStore({ dir }),
  module: (dir) =>
    `import { FileStore } from ${JSON.stringify(built)}; const open = () => new FileStore({ dir: ${JSON.stringify(dir)} });`,
});

describeSessionStore('in memory', {
  describe,
  it,
  open: () => new MemoryStore({ dir: join(tmpdir(), 'loadout-nothing-is-here') }),
});
