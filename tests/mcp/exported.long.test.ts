import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, expect, it } from 'vitest';
import { loadout } from '../lib/loadout.js';
import { npmEnv } from '../lib/npm-env.js';
import { publishAll } from '../lib/published.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-exported-')));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

const env = { ...npmEnv(folder), npm_config_cache: join(folder, 'cache') };
const run = async ([program = '', ...args]: readonly string[], cwd: string): Promise<string> =>
  (await promisify(execFile)(program, args, { cwd, env, maxBuffer: 16 * 1024 * 1024 })).stdout;

const CODE = `import { definePlugin, defineTool } from '@loadout/core';
const greet = ({ word }) =>
  defineTool({
    name: 'greet',
    description: 'Greets.',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'], additionalProperties: false },
    call: ({ name }) => word + ', ' + name,
  });
const options = { type: 'object', properties: { word: { type: 'string', default: 'Hello' } }, additionalProperties: false };
export default definePlugin({ name: 'greeter', options, setup: ({ options: given }) => ({ tools: [greet(given)] }) });
`;

it('a plugin that is exported for Claude Code answers an MCP client, with nothing installed but npm', async () => {
  const source = join(folder, 'source');
  mkdirSync(source);
  const properties = { word: { type: 'string', default: 'Hello' } };
  writeFileSync(
    join(source, 'package.json'),
    JSON.stringify({
      ...{ name: 'loadout-plugin-greeter', version: '1.2.0', type: 'module', exports: './index.js', files: ['index.js'] },
      peerDependencies: { '@loadout/core': '^0.1.0' },
      loadout: { api: 1, plugin: './index.js', tools: [{ name: 'greet' }], options: { type: 'object', properties } },
    }),
  );
  writeFileSync(join(source, 'index.js'), CODE);
  const exported = await loadout(['plugin', 'export', '--claude', '../exported'], { cwd: source });
  expect(exported).toMatchObject({ code: 0, stdout: 'Wrote greeter 1.2.0 to ../exported.\n  tools: greeter__greet\n' });

  await run(['npm', 'pack', '--pack-destination', folder], source);
  const registry = await publishAll(join(folder, 'tarballs'), run, {
    more: [join(folder, 'loadout-plugin-greeter-1.2.0.tgz')],
  });
  try {
    const { command, args } = JSON.parse(readFileSync(join(folder, 'exported/.mcp.json'), 'utf8')).mcpServers.greeter;
    const cwd = join(folder, 'elsewhere');
    mkdirSync(cwd);
    const root = (text: string) => text.replace('${CLAUDE_PLUGIN_ROOT}', join(folder, 'exported'));
    const transport = new StdioClientTransport({
      ...{ command, args: args.map(root), cwd },
      env: { ...env, npm_config_registry: registry.url, LOADOUT_OPTION_WORD: 'Good day' },
    });
    const client = new Client({ name: 'stranger', version: '1' });
    await client.connect(transport);
    try {
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('greeter__greet');
      const { content } = await client.callTool({ name: 'greeter__greet', arguments: { name: 'Ann' } });
      expect(content).toEqual([{ type: 'text', text: 'Good day, Ann' }]);
    } finally {
      await client.close();
    }
  } finally {
    await registry.close();
  }
});
