import { readFileSync } from 'node:fs';
import { describePlugin } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import plugin from './index.js';
import { knownServers, serverFor } from './languages/known-servers.js';
import { parsedOptions, setUp } from './testing/bench.js';

const packageFile = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describePlugin(plugin, {
  describe,
  it,
  packageJson: packageFile,
  options: { servers: { vue: { command: 'vue-language-server', extensions: ['.vue'] } } },
  invalidOptions: [
    { options: { servers: { vue: { extensions: ['vue'] } } }, path: '/servers/vue/extensions/0' },
    { options: { diagnosticsWaitMs: 60_000 }, path: '/diagnosticsWaitMs' },
  ],
});

const bench = await setUp();
await bench.dispose();

describe('the input', () => {
  it.each([
    [{ operation: 'rename', file_path: 'a.ts' }, '/operation'],
    [{ operation: 'hover', file_path: 'a.ts', line: 0, character: 1 }, '/line'],
    [{ operation: 'hover', line: 1, character: 1 }, 'hover needs file_path.'],
    [{ operation: 'hover', file_path: 'a.ts' }, 'hover needs line.'],
    [{ operation: 'hover', file_path: 'a.ts', line: 1 }, 'hover needs character, or query with text of that line.'],
    [{ operation: 'workspaceSymbol' }, 'workspaceSymbol needs query.'],
    [{ operation: 'documentSymbol', file_path: '' }, 'it is empty'],
  ])('%j is refused before anything runs (TOOL-LSP-01)', async (input, words) => {
    const { content, isError } = await bench.call(input);
    expect(isError).toBe(true);
    expect(content).toContain(words);
  });
});

describe('the plugin', () => {
  it('offers LSP without other names, with the nine operations, as a tool that only reads (ALIAS-27, TOOL-LSP-01)', () => {
    const { name, aliases, annotations, isConcurrencySafe, inputSchema } = bench.tool;
    expect({ name, aliases, readOnly: annotations?.readOnlyHint, isConcurrencySafe }).toEqual({
      name: 'LSP',
      aliases: undefined,
      readOnly: true,
      isConcurrencySafe: true,
    });
    expect((inputSchema as { json: object }).json).toMatchObject({
      properties: {
        operation: {
          enum: [
            'goToDefinition',
            'findReferences',
            'hover',
            'documentSymbol',
            'workspaceSymbol',
            'goToImplementation',
            'prepareCallHierarchy',
            'incomingCalls',
            'outgoingCalls',
          ],
        },
      },
      required: ['operation'],
    });
  });

  it('takes little of the first request', () => {
    const { name, description, inputSchema } = bench.tool;
    const sent = JSON.stringify({ name, description, input_schema: (inputSchema as { json: unknown }).json });
    expect(sent.length).toBeLessThan(1700);
  });

  it('refuses a server of the options that has no command or no extensions', async () => {
    await expect(setUp({ servers: { vue: { extensions: ['.vue'] } } })).rejects.toMatchObject({ code: 'LSP_OPTION_INVALID' });
    await expect(setUp({ servers: { vue: { command: 'vue-ls' } } })).rejects.toMatchObject({ code: 'LSP_OPTION_INVALID' });
  });

  it('calls the language of a built-in server what the options say, with or without extensions', async () => {
    const languageOf = async (path: string, typescript: object) => {
      const options = await parsedOptions({ servers: { typescript } });
      return serverFor(path, knownServers(options, { configDir: '/repo' })).languageId;
    };
    expect(await languageOf('a.ts', { languageId: 'flow' })).toBe('flow');
    expect(await languageOf('a.mts', { languageId: 'flow', extensions: ['.mts'] })).toBe('flow');
    expect(await languageOf('a.ts', { args: [] })).toBe('typescript');
  });
});
