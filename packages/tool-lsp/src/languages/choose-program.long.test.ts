import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Bench, PATH, SERVERS, setUp } from '../testing/bench.js';

const NODE = dirname(process.execPath);
/** The repository's own; beside this package lies an older one, for typescript-language-server. */
const nativeTsc = join(SERVERS, '../typescript/bin/tsc');

async function withBench(...given: Parameters<typeof setUp>): Promise<Bench> {
  const bench = await setUp(...given);
  onTestFinished(bench.dispose);
  bench.write({ 'a.ts': "import { b } from './b.js';\nb;\n", 'b.ts': 'export const b = 1;\n', 'a.sh': 'x=1\n', 'a.rb': '\n' });
  return bench;
}

const symbols = (file_path: string) => ({ operation: 'documentSymbol', file_path });

describe('a language server', () => {
  it('that is not installed is an error with the language, the tried programs and the install command (TOOL-LSP-04)', async () => {
    const bench = await withBench({}, { path: NODE });
    const { content, isError } = await bench.call(symbols('a.sh'));
    expect(isError).toBe(true);
    expect(content).toBe(
      'No language server for bash can be used. Looked for: bash-language-server (not on the PATH). Install one: npm install -g bash-language-server. Until then search with Grep.',
    );
    const python = await bench.call({ operation: 'workspaceSymbol', query: 'x' });
    expect(python.content).toContain('Give file_path: any file of the language');
  });

  it('for an unknown language is an error with the known extensions (TOOL-LSP-04)', async () => {
    const { content, isError } = await (await withBench()).call(symbols('a.rb'));
    expect(isError).toBe(true);
    expect(content).toMatch(/No language server is known for .*a\.rb \(\.rb\)\. Known extensions: \.ts /);
  });

  it('of the workspace starts only with projectServers, because it is code of the repository', async () => {
    const inWorkspace = async (options: object) => {
      const bench = await withBench(options, { path: NODE });
      const bin = join(bench.folder, 'node_modules/.bin');
      mkdirSync(bin, { recursive: true });
      symlinkSync(realpathSync(join(SERVERS, 'bash-language-server')), join(bin, 'bash-language-server'));
      const env = { ...bench.context.env, PATH: `${bin}:${NODE}` };
      return bench.call(symbols('a.sh'), { env });
    };
    const refused = await inWorkspace({});
    expect(refused.isError).toBe(true);
    expect(refused.content).toContain(
      "only in node_modules/.bin of the workspace, which the plugin's option projectServers: true allows",
    );
    expect((await inWorkspace({ projectServers: true })).content).toBe('a.sh:1:1  variable x');
  });

  it('that would load the TypeScript of the workspace is skipped for the next one (TOOL-LSP-02)', async () => {
    const bench = await withBench();
    const bin = join(bench.folder, '../bin');
    mkdirSync(bin);
    symlinkSync(nativeTsc, join(bin, 'tsc'));
    const env = { ...bench.context.env, PATH: `${bin}:${NODE}` };
    const found = await bench.call({ operation: 'goToDefinition', file_path: 'a.ts', line: 2, query: 'b' }, { env });
    expect(found).toMatchObject({ isError: false, content: 'b.ts:1:14  export const b = 1;' });
    expect(bench.session.running()[0]?.server.title).toBe('tsc');
    const said = await bench.edit('b.ts', { before: 'export const b = 1;\n', after: 'export const b: string = 1;\n' });
    expect(said).toContain("b.ts:1:14  error: Type 'number' is not assignable to type 'string'.");
  });

  it('without a TypeScript that it can use is an error that says so (TOOL-LSP-04)', async () => {
    const bench = await withBench();
    mkdirSync(join(bench.folder, '../alone'));
    writeFileSync(join(bench.folder, '../alone/typescript-language-server'), '#!/bin/sh\n', { mode: 0o755 });
    const env = { ...bench.context.env, PATH: join(bench.folder, '../alone') };
    const { content } = await bench.call(symbols('a.ts'), { env });
    expect(content).toContain('it needs TypeScript 5 or 6 installed beside it');
    expect(content).toContain(
      'Install one: npm install -g typescript-language-server typescript@6 or npm install -g typescript@7.',
    );
  });

  it('is not started for an agent whose commands are kept in a sandbox', async () => {
    const bench = await withBench({}, { path: PATH, services: [['Sandbox', { use: 'bubblewrap' }]] });
    const { content, isError } = await bench.call(symbols('a.sh'));
    expect(isError).toBe(true);
    expect(content).toContain('bash-language-server was not started: the commands of this agent are kept in a sandbox');
  });

  it('gets paths and queries as data: no shell is between (BUG-36)', async () => {
    const bench = await withBench();
    const name = '$(touch pwned); `touch pwned`.sh';
    bench.write({ [name]: 'odd=1\n' });
    expect((await bench.call(symbols(name))).content).toBe(`${name}:1:1  variable odd`);
    const query = '"; touch pwned; $(touch pwned)';
    expect((await bench.call({ operation: 'workspaceSymbol', query, file_path: name })).content).toContain('No symbols found');
    expect((await bench.call({ operation: 'documentSymbol', file_path: 'pwned' })).content).toContain(
      'No language server is known',
    );
    expect(() => realpathSync(join(bench.folder, 'pwned'))).toThrow('ENOENT');
  });

  it('works inside the working directories only, and on what a link leads to', async () => {
    const bench = await withBench();
    writeFileSync(join(bench.folder, '../outside.sh'), 'secret=1\n');
    symlinkSync('../outside.sh', join(bench.folder, 'link.sh'));
    symlinkSync('a.sh', join(bench.folder, 'inside.sh'));
    const access = await bench.tool.access?.(symbols('link.sh') as never, bench.context);
    expect(access).toEqual([{ kind: 'read', path: join(bench.folder, '../outside.sh') }]);
    expect((await bench.call(symbols('link.sh'))).content).toContain('is outside the working directories');
    expect((await bench.call(symbols('inside.sh'))).content).toBe('a.sh:1:1  variable x');
  });

  it('is given regular text files only', async () => {
    const bench = await withBench();
    mkdirSync(join(bench.folder, 'folder.sh'));
    bench.write({ 'binary.sh': 'x' });
    writeFileSync(join(bench.folder, 'binary.sh'), Buffer.from([0xff, 0xfe, 0x00]));
    expect((await bench.call(symbols('folder.sh'))).content).toContain('it is a directory');
    expect((await bench.call(symbols('binary.sh'))).content).toContain('it is not UTF-8 text');
    expect((await bench.call(symbols('gone.sh'))).content).toContain('it does not exist');
  });
});
