import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadout } from '../lib/loadout.js';

/** Installed for packages/mcp, which needs them. */
const require = createRequire(fileURLToPath(new URL('../../packages/mcp/package.json', import.meta.url)));

/** The program of a public server: `everything`, `filesystem` or `memory`. */
export const programOf = (name: string) =>
  join(dirname(require.resolve(`@modelcontextprotocol/server-${name}/package.json`)), 'dist/index.js');

/** An entry of `mcpServers` for which the run waits. */
export const node = (program: string, ...args: string[]) => ({
  command: process.execPath,
  args: [program, ...args],
  start: 'required',
});
export const everything = node(programOf('everything'));

interface RunEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** One run of `helper` by the real command. */
export async function run(cwd: string): Promise<{ code: number | null; events: readonly RunEvent[]; stderr: string }> {
  const { code, stdout, stderr } = await loadout(['run', 'helper', 'Go.', '--output', 'stream-json'], { cwd });
  const events = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as RunEvent);
  return { code, events, stderr };
}

export const resultsOf = (events: readonly RunEvent[]) =>
  events.filter(({ type }) => type === 'tool_result') as unknown as { content: string; isError: boolean }[];
export const toolsOf = (events: readonly RunEvent[]) =>
  (events.find(({ type }) => type === 'init') as unknown as { init: { tools: string[] } }).init.tools;
export const noticesOf = (events: readonly RunEvent[]) =>
  events.filter(({ type }) => type === 'notice').map(({ message }) => String(message));
