import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, setUp, tsserver } from './testing/bench.js';

const files = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "noEmit": true }, "include": ["src"] }',
  'package.json': '{ "type": "module" }',
  'src/shape.ts': [
    'export interface Shape {',
    '  area(): number;',
    '}',
    '/** How large it is. */',
    'export function size(shape: Shape): number {',
    '  return shape.area();',
    '}',
    '',
  ].join('\n'),
  'src/other.ts': 'export function size(text: string): number {\n  return text.length;\n}\n',
  'src/use.ts': [
    "import { type Shape, size } from './shape.js';",
    'class Circle implements Shape {',
    '  area() {',
    '    return 3;',
    '  }',
    '}',
    "const wide = '🙂🙂'; export const both = [size(new Circle()), wide];",
    '',
  ].join('\n'),
};

let bench: Bench;
beforeAll(async () => {
  bench = await setUp({ servers: { typescript: { initializationOptions: tsserver } }, diagnosticsWaitMs: 5000 });
  bench.write(files);
  // The server loads the project first, which takes time.
  await bench.call({ operation: 'hover', ...at(7, 'size') });
});
afterAll(() => bench.dispose());

const at = (line: number, query: string) => ({ file_path: 'src/use.ts', line, query });

describe('LSP over typescript-language-server', () => {
  it('finds the definition of an imported symbol in the right file, not a same-named one (TOOL-LSP-02, BUG-01)', async () => {
    const found = await bench.call({ operation: 'goToDefinition', ...at(7, 'size') });
    expect(found).toMatchObject({ isError: false, content: 'src/shape.ts:5:17  export function size(shape: Shape): number {' });
    expect(found.structured).toMatchObject({
      operation: 'goToDefinition',
      servers: ['typescript-language-server'],
      total: 1,
      results: [{ path: 'src/shape.ts', line: 5, character: 17 }],
    });
  });

  it('counts characters from 1 and whole, also behind emoji, which the protocol counts twice (TOOL-LSP-03)', async () => {
    const line = files['src/use.ts'].split('\n')[6] ?? '';
    const character = [...line.slice(0, line.indexOf('both'))].length + 1;
    const { lines } = await bench.call({ operation: 'findReferences', file_path: 'src/use.ts', line: 7, character });
    expect(lines[0]).toMatch(new RegExp(`^src/use\\.ts:7:${character}  const wide`));
  });

  it('finds all references (TOOL-LSP-01)', async () => {
    const { lines } = await bench.call({ operation: 'findReferences', ...at(7, 'size') });
    expect(lines.map((line) => line.split('  ')[0]).sort()).toEqual(['src/shape.ts:5:17', 'src/use.ts:1:22', 'src/use.ts:7:41']);
  });

  it('tells type and documentation on hover (TOOL-LSP-01, BUG-01)', async () => {
    const { content, isError } = await bench.call({ operation: 'hover', ...at(7, 'size') });
    expect(isError).toBe(false);
    expect(content).toContain('size(shape: Shape): number');
    expect(content).toContain('How large it is.');
  });

  it('lists the symbols of a file, one in another (TOOL-LSP-01)', async () => {
    const { lines } = await bench.call({ operation: 'documentSymbol', file_path: 'src/shape.ts' });
    expect(lines).toEqual([
      'src/shape.ts:1:18  interface Shape',
      'src/shape.ts:2:3    method area',
      'src/shape.ts:5:17  function size',
    ]);
  });

  it('searches the symbols of the workspace, also without a file while its server runs (TOOL-LSP-01)', async () => {
    for (const more of [{ file_path: 'src/use.ts' }, {}]) {
      const { content } = await bench.call({ operation: 'workspaceSymbol', query: 'Circle', ...more });
      expect(content).toContain('src/use.ts:2:1  class Circle');
    }
  });

  it('finds implementations (TOOL-LSP-01)', async () => {
    const { lines } = await bench.call({ operation: 'goToImplementation', file_path: 'src/shape.ts', line: 1, query: 'Shape' });
    expect(lines).toEqual(['src/use.ts:2:7  class Circle implements Shape {']);
  });

  it('tells who calls and who is called (TOOL-LSP-01, BUG-01)', async () => {
    const place = { file_path: 'src/shape.ts', line: 5, query: 'size' };
    expect((await bench.call({ operation: 'prepareCallHierarchy', ...place })).content).toMatch(
      /^src\/shape\.ts:5:17 {2}function size/,
    );
    expect((await bench.call({ operation: 'incomingCalls', ...place })).content).toMatch(/^src\/use\.ts:7:41 .*\(in /);
    const out = await bench.call({ operation: 'outgoingCalls', ...place });
    expect(out.content).toMatch(/^src\/shape\.ts:2:3 {2}method area.*called by size on line 6/);
  });

  it('sees every change on the disk, whoever made it', async () => {
    bench.write({ 'src/shape.ts': `\n\n${files['src/shape.ts']}` });
    const { content } = await bench.call({ operation: 'goToDefinition', ...at(7, 'size') });
    expect(content).toBe('src/shape.ts:7:17  export function size(shape: Shape): number {');
    bench.write({ 'src/shape.ts': files['src/shape.ts'] });
    expect((await bench.call({ operation: 'goToDefinition', ...at(7, 'size') })).content).toMatch(/^src\/shape\.ts:5:17/);
  });

  it('says what it was pointed at when nothing is found there', async () => {
    const { content, isError } = await bench.call({
      operation: 'goToDefinition',
      file_path: 'src/shape.ts',
      line: 6,
      character: 1,
    });
    expect(isError).toBe(false);
    expect(content).toBe('No definition found at src/shape.ts:6:1: return shape.area();');
  });

  it('refuses a place that the file does not have, with what it has', async () => {
    const call = (more: object) => bench.call({ operation: 'hover', file_path: 'src/other.ts', ...more });
    expect((await call({ line: 9, character: 1 })).content).toContain('line 9 of 4');
    expect((await call({ line: 3, character: 9 })).content).toContain('character 9 of line 3, which has 1: }');
    expect((await call({ line: 2, query: 'nothing' })).content).toContain(
      'line 2 does not contain "nothing": return text.length;',
    );
  });

  it('names a place outside the working directories without its text', async () => {
    const { content } = await bench.call({ operation: 'goToDefinition', file_path: 'src/other.ts', line: 1, query: 'number' });
    expect(content).toContain('No definition found');
    const found = await bench.call({ operation: 'goToDefinition', file_path: 'src/other.ts', line: 2, query: 'length' });
    expect(found.lines[0]).toMatch(/\/lib\.es5\.d\.ts:\d+:\d+$/);
    expect(found.content).toContain('named without its text');
  });

  it('leaves out what a rule keeps from being read, and says how much that is', async () => {
    const mayRead = (path: string) => !path.endsWith('shape.ts');
    const { content } = await bench.call({ operation: 'findReferences', ...at(7, 'size') }, { mayRead });
    expect(content).not.toContain('shape.ts:');
    expect(content).toContain('(Left out: 1 in files that a permission rule keeps from being read.)');
  });

  it('attaches the errors that an edit brings, and only those (TOOL-LSP-03)', async () => {
    const before = files['src/other.ts'];
    const wrong = 'const old: string = 1;\n';
    expect(await bench.edit('src/other.ts', { before, after: before + wrong })).toBe(
      "New diagnostics after this edit (typescript-language-server):\nsrc/other.ts:4:7  error: Type 'number' is not assignable to type 'string'. [ts 2322]",
    );
    const more = `// a line more\n${before}${wrong}export const fresh: number = 'x';\n`;
    const said = await bench.edit('src/other.ts', { before: before + wrong, after: more });
    expect(said.split('\n').slice(1)).toEqual([
      "src/other.ts:6:14  error: Type 'string' is not assignable to type 'number'. [ts 2322]",
    ]);
    expect(await bench.edit('src/other.ts', { before: more, after: before })).toBe('');
  });

  it('attaches nothing to the edits of another session, and starts nothing for them (STATE-02)', async () => {
    const after = 'export const x: string = 1;\n';
    expect(await bench.edit('src/new.ts', { before: '', after }, 'another')).toBe('');
    expect(await bench.edit('notes.py', { before: '', after: 'x = (\n' })).toBe('');
    expect(bench.session.running()).toHaveLength(1);
  });
});
