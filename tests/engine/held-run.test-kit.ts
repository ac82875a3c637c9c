import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ask, engineAt, type ListedRun } from '@loadout/engine-restate';
import { openRestate, type RestateUnderTest } from './restate-engine.test-kit.js';

const PLUGIN = `import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definePlugin, defineTool } from '@loadout/core';
const ship = defineTool({
  name: 'ship',
  description: 'Ships.',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: false },
  call() {
    writeFileSync(join(import.meta.dirname, 'shipped'), '');
    return 'shipped';
  },
});
export default definePlugin({ name: 'ships', setup: () => ({ tools: [ship] }) });
`;

const configOf = (approvals: string) => `plugins: { ships: ./ships.mjs }
providers: { script: { use: '@loadout/model-script', options: { file: ./script.yaml } } }
permissions: { ${approvals} }
agents: { shipper: { model: script/any, instructions: Ship., tools: ['*'], permissions: { ask: [ships__ship] } } }
`;

/** A configuration whose one agent asks before it ships, and ends its session with a second answer. */
export const heldFiles = (approvals = '') => ({
  'agent.config.yaml': configOf(approvals === '' ? '' : `approvals: ${approvals}`),
  'ships.mjs': PLUGIN,
  'script.yaml': 'turns:\n  - tools: [{ ships__ship: {} }]\n  - text: Over.\n  - text: Again.\n',
});

export interface HeldRun {
  readonly engine: RestateUnderTest;
  readonly run: string;
  readonly listed: ListedRun;
  /** The worker that began the run. */
  readonly worker: Awaited<ReturnType<RestateUnderTest['work']>>;
  /** The hash of the question. */
  readonly hash: string;
  isShipped(): boolean;
  /** Everything that the engine was ever called with. */
  calls(): Promise<readonly string[]>;
}

/** A run that waits for an approval. */
export async function holdRun(approvals = ''): Promise<HeldRun> {
  const engine = await openRestate(heldFiles(approvals));
  const run = await engine.submit('shipper');
  const worker = await engine.work();
  const listed = await engine.untilRun(run, ({ state }) => state === 'waiting');
  const query = 'SELECT target, id FROM sys_invocation ORDER BY id';
  return {
    engine,
    run,
    listed,
    worker,
    hash: listed.asks[0]?.hash ?? '',
    isShipped: () => existsSync(join(engine.dir, 'shipped')),
    calls: async () => {
      const { text } = await ask(engineAt(engine.address).admin, '/query', { body: { query } });
      return (JSON.parse(text) as { rows: { target: string; id: string }[] }).rows.map(({ target, id }) => `${target} ${id}`);
    },
  };
}
