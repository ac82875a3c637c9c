import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, setUp } from './testing/bench.js';

let bench: Bench;
beforeAll(async () => {
  bench = await setUp({ diagnosticsWaitMs: 5000 });
  bench.write({
    'lib.py': 'def area(size: int) -> int:\n    """How large."""\n    return size * size\n',
    'same.py': 'def area(text: str) -> str:\n    return text\n',
    'use.py': 'from lib import area\n\n\ndef both() -> int:\n    return area(2)\n',
    'deploy.yaml': 'name: shop\nservices:\n  web:\n    image: nginx\n',
    'run.sh': 'greet() {\n  echo "$1"\n}\ngreet you\n',
  });
});
afterAll(() => bench.dispose());

describe('LSP over pyright', () => {
  const area = { file_path: 'use.py', line: 5, query: 'area' };

  it('finds the definition of an import, who calls it, and what it is (TOOL-LSP-02)', async () => {
    expect((await bench.call({ operation: 'goToDefinition', ...area })).content).toBe('lib.py:1:5  def area(size: int) -> int:');
    expect((await bench.call({ operation: 'hover', ...area })).content).toContain('How large.');
    expect((await bench.call({ operation: 'incomingCalls', ...area })).content).toMatch(/^use\.py:5:12 .*\(in function both\)/);
  });

  it('says that it offers no implementations', async () => {
    const { content, isError } = await bench.call({ operation: 'goToImplementation', ...area });
    expect(isError).toBe(true);
    expect(content).toContain('pyright-langserver does not offer goToImplementation. It offers: goToDefinition');
  });

  it('has the errors of an edit attached (TOOL-LSP-03)', async () => {
    const said = await bench.edit('lib.py', { before: 'x = 1\n', after: 'x: int = "one"\n' });
    expect(said).toMatch(
      /^New diagnostics after this edit \(pyright-langserver\):\nlib\.py:1:10 {2}error: .*not assignable to "int"/,
    );
  });
});

describe('LSP over yaml-language-server', () => {
  it('lists the symbols of a file, and tells of an edit that breaks it (TOOL-LSP-02, TOOL-LSP-03)', async () => {
    const { lines } = await bench.call({ operation: 'documentSymbol', file_path: 'deploy.yaml' });
    expect(lines.map((line) => line.replace(/ {2,}/, ' '))).toEqual([
      'deploy.yaml:1:1 string name (shop)',
      'deploy.yaml:2:1 module services',
      'deploy.yaml:3:3 module web',
      'deploy.yaml:4:5 string image (nginx)',
    ]);
    expect(await bench.edit('deploy.yaml', { before: 'name: shop\n', after: 'name: [shop\n' })).toMatch(
      /deploy\.yaml:\d+:\d+ {2}error: /,
    );
  });
});

describe('LSP over bash-language-server', () => {
  it('finds references and definitions in a script (TOOL-LSP-02)', async () => {
    const greet = { file_path: 'run.sh', line: 4, query: 'greet' };
    expect((await bench.call({ operation: 'findReferences', ...greet })).lines).toEqual([
      'run.sh:1:1  greet() {',
      'run.sh:4:1  greet you',
    ]);
    expect((await bench.call({ operation: 'goToDefinition', ...greet })).content).toBe('run.sh:1:1  greet() {');
  });
});
