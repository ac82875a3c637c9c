import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scripted } from './cli/scripted.js';
import { loadout, startLoadout } from './lib/loadout.js';

const server = fileURLToPath(new URL('mcp/tools-from-file.mjs', import.meta.url));

/** A server that answers only when a file `go` exists. */
const slow = {
  command: 'sh',
  args: ['-c', `touch started; while [ ! -e go ]; do sleep 0.02; done; exec "${process.execPath}" "${server}" tools.json`],
  start: 'required',
};

describe('kill -9 while an MCP server starts', () => {
  it('loses no prompt: the latest session has the prompt, and continues with it (F9)', async () => {
    const cwd = scripted({
      turns: [{ text: 'Asked: {{prompt}}' }, { text: 'Asked again: {{prompt}}' }],
      config: { mcpServers: { slow } },
      files: { 'tools.json': '[]' },
    });
    const first = await startLoadout(['run', 'Count the stars.'], { cwd });
    await expect.poll(() => existsSync(join(cwd, 'started'))).toBe(true);
    first.kill('SIGKILL');
    await first.finished;
    writeFileSync(join(cwd, 'go'), '');
    const listed = JSON.parse((await loadout(['sessions', '--json'], { cwd })).stdout) as { prompt: string; state: string }[];
    expect(listed).toMatchObject([{ prompt: 'Count the stars.', state: 'unfinished' }]);
    const resumed = await loadout(['resume', 'latest'], { cwd });
    expect([resumed.code, resumed.stdout], resumed.stderr).toEqual([0, 'Asked: Count the stars.\n']);
  });
});
