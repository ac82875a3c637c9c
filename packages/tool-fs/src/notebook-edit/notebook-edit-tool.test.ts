import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Bench, setUp } from '../testing/context.js';
import { ANCIENT, COMPACT, LAB, OLD } from '../testing/notebooks.js';

interface Cell {
  readonly id?: string;
  readonly cell_type: string;
  readonly source: readonly string[];
}

async function withNotebook(content: string | Buffer): Promise<Bench> {
  const bench = await setUp({ readBeforeWrite: 'off' });
  writeFileSync(join(bench.folder, 'a.ipynb'), content);
  return bench;
}

const text = (bench: Bench) => readFileSync(join(bench.folder, 'a.ipynb'), 'utf8');
const cells = (bench: Bench) => (JSON.parse(text(bench)) as { cells: Cell[] }).cells;
const edit = (bench: Bench, input: Record<string, unknown>) => bench.call('NotebookEdit', { notebook_path: 'a.ipynb', ...input });

/** Whether one piece is gone and all the rest is as it was. */
function isCutFrom(whole: string, rest: string): boolean {
  let at = 0;
  while (at < rest.length && whole[at] === rest[at]) at += 1;
  return rest.length < whole.length && whole.slice(at + whole.length - rest.length) === rest.slice(at);
}

describe('NotebookEdit', () => {
  it('replaces the source of a cell and drops its outputs; no other byte changes (TOOL-NB-01, TOOL-NB-03)', async () => {
    const bench = await withNotebook(LAB);
    const result = await edit(bench, { cell_id: 'load-data', new_source: 'y = "é"\n$&' });
    expect(result.content).toBe(`Replaced cell load-data (index 1) in ${join(bench.folder, 'a.ipynb')}.`);
    const [start, end] = [LAB.indexOf('   "outputs": ['), LAB.indexOf('   "source": [\n    "x = 1')];
    const source = '   "source": [\n    "y = \\"é\\"\\n",\n    "$&"\n   ]\n';
    const rest = LAB.slice(LAB.indexOf('  },\n  {\n   "cell_type": "code",\n   "execution_count": null'));
    const expected = `${LAB.slice(0, start)}   "outputs": [],\n`.replace('"execution_count": 3', '"execution_count": null');
    expect(end).toBeGreaterThan(start);
    expect(text(bench)).toBe(expected + source + rest);
  });

  it('tells programs what it did, in the SDK’s fields (TOOL-NB-01)', async () => {
    const bench = await withNotebook(LAB);
    const { structured } = await edit(bench, { cell_id: 'load-data', new_source: 'y' });
    expect(structured).toEqual({
      new_source: 'y',
      old_source: 'x = 1\nx',
      cell_id: 'load-data',
      cell_type: 'code',
      language: 'julia',
      edit_mode: 'replace',
      notebook_path: join(bench.folder, 'a.ipynb'),
      original_file: LAB,
      updated_file: text(bench),
    });
  });

  it.each([
    ['its id', 'c0ffee00', 2],
    ['cell-N', 'cell-2', 2],
    ['a bare index', '0', 0],
  ])('finds a cell by %s (TOOL-NB-02)', async (_how, cell_id, index) => {
    const bench = await withNotebook(LAB);
    await edit(bench, { cell_id, new_source: 'found' });
    expect(cells(bench).map((cell) => cell.source.join(''))[index]).toBe('found');
  });

  it('inserts after the named cell, or at the start, with a new id (TOOL-NB-02, TOOL-NB-03)', async () => {
    const bench = await withNotebook(LAB);
    const result = await edit(bench, { edit_mode: 'insert', cell_id: '1f0e9a2c', cell_type: 'code', new_source: 'a\nb\n' });
    const id = cells(bench)[1]?.id ?? '';
    expect(id).toMatch(/^[0-9a-f]{8}$/);
    expect(result.structured).toMatchObject({ cell_id: id, edit_mode: 'insert' });
    const put = `  {
   "cell_type": "code",
   "execution_count": null,
   "id": "${id}",
   "metadata": {},
   "outputs": [],
   "source": [
    "a\\n",
    "b\\n"
   ]
  },\n`;
    const at = LAB.indexOf('  {\n   "cell_type": "code"');
    expect(text(bench)).toBe(LAB.slice(0, at) + put + LAB.slice(at));
    await edit(bench, { edit_mode: 'insert', cell_type: 'markdown', new_source: '# Top' });
    expect(cells(bench).map(({ cell_type }) => cell_type)).toEqual(['markdown', 'markdown', 'code', 'code', 'code']);
    expect(Object.keys(cells(bench)[0] ?? {})).toEqual(['cell_type', 'id', 'metadata', 'source']);
  });

  it('needs a type for a new cell (TOOL-NB-02)', async () => {
    const bench = await withNotebook(LAB);
    const result = await edit(bench, { edit_mode: 'insert', new_source: 'x' });
    expect(result.content).toContain('needs a cell_type');
  });

  it('deletes a cell, whichever it is (TOOL-NB-01)', async () => {
    for (const index of [0, 1, 2]) {
      const bench = await withNotebook(LAB);
      const before = cells(bench);
      await edit(bench, { edit_mode: 'delete', cell_id: `cell-${index}`, new_source: '' });
      expect(cells(bench)).toEqual(before.toSpliced(index, 1));
      expect(isCutFrom(LAB, text(bench))).toBe(true);
    }
  });

  it('turns a cell into one of another type (TOOL-NB-03)', async () => {
    const bench = await withNotebook(LAB);
    await edit(bench, { cell_id: 'load-data', cell_type: 'markdown', new_source: 'words' });
    expect(cells(bench)[1]).toEqual({
      cell_type: 'markdown',
      id: 'load-data',
      metadata: { tags: ['keep'], scale: 1 },
      source: ['words'],
    });
    await edit(bench, { cell_id: 'load-data', cell_type: 'code', new_source: 'x' });
    expect(cells(bench)[1]).toMatchObject({ cell_type: 'code', execution_count: null, outputs: [] });
  });

  it('keeps line ends, escapes and indentation, gives no ids to an old format, and leaves raw cells raw (TOOL-NB-03)', async () => {
    const bench = await withNotebook(OLD);
    await edit(bench, { cell_id: 'cell-1', new_source: 'Größe\n' });
    const replaced = OLD.replace('"as it is"', '[\r\n        "Gr\\u00f6\\u00dfe\\n"\r\n      ]');
    expect(text(bench)).toBe(replaced);
    const result = await edit(bench, { edit_mode: 'insert', cell_id: '1', cell_type: 'markdown', new_source: 'x' });
    const put = [
      ',',
      '    {',
      '      "cell_type": "markdown",',
      '      "metadata": {},',
      '      "source": [',
      '        "x"',
      '      ]',
      '    }',
    ];
    expect(text(bench)).toBe(replaced.replace('\r\n  ]\r\n}', `${put.join('\r\n')}\r\n  ]\r\n}`));
    expect(result.structured).toMatchObject({ cell_id: 'cell-2', language: 'R' });
  });

  it('stays on one line where the file does, and keeps a byte order mark (TOOL-NB-03)', async () => {
    const bench = await withNotebook(`\ufeff${COMPACT}`);
    await edit(bench, { edit_mode: 'insert', cell_type: 'markdown', new_source: 'x' });
    expect(text(bench)).toMatch(
      /^\ufeff\{"cells":\[\{"cell_type":"markdown","id":"[0-9a-f]{8}","metadata":\{\},"source":\["x"\]\}\],/,
    );
    await edit(bench, { edit_mode: 'delete', cell_id: '0' });
    expect(text(bench)).toBe(`\ufeff${COMPACT}`);
  });

  it.each([
    ['text that is not JSON', 'cells', { cell_id: '0', new_source: '' }, 'it is not JSON'],
    ['JSON without cells', '{"cells": 1}', { cell_id: '0', new_source: '' }, 'no "cells" list'],
    ['a list', '[1]', { cell_id: '0', new_source: '' }, 'no "cells" list'],
    ['null', 'null', { cell_id: '0', new_source: '' }, 'no "cells" list'],
    ['a notebook of format 3', ANCIENT, { cell_id: '0', new_source: '' }, 'nbconvert --to notebook'],
    ['an unknown cell', LAB, { cell_id: 'nope', new_source: '' }, 'has no cell "nope"; it has 3 cells'],
    ['an index past the end', LAB, { cell_id: 'cell-3', new_source: '' }, 'has no cell "cell-3"'],
    ['a negative index', LAB, { cell_number: -1, new_source: '' }, 'The cell index -1 is negative'],
    [
      'a negative index to insert at',
      LAB,
      { cell_number: -1, edit_mode: 'insert', cell_type: 'code', new_source: '' },
      '-1 is negative',
    ],
    ['an unknown mode', LAB, { cell_id: '0', edit_mode: 'append', new_source: '' }, 'edit_mode'],
    ['no cell at all', LAB, { new_source: '' }, 'Neither cell_id nor cell_number'],
    ['no source', LAB, { cell_id: '0' }, 'new_source is missing'],
    [
      'an id that two cells have',
      LAB.replace('c0ffee00', 'load-data'),
      { cell_id: 'load-data', new_source: '' },
      'at the indexes 1, 2',
    ],
  ])('refuses %s and changes nothing (TOOL-NB-04)', async (_what, content, input, message) => {
    const bench = await withNotebook(content);
    const result = await edit(bench, input);
    expect(result.isError).toBe(true);
    expect(result.content).toContain(message);
    expect(text(bench)).toBe(content);
    expect(readdirSync(bench.folder)).toEqual(['a.ipynb']);
  });

  it('takes the other field names: file_path, command, cell_number, source (CON-15, TOOL-NB-05)', async () => {
    const bench = await withNotebook(LAB);
    const call = (input: object) => bench.call('NotebookEdit', { file_path: 'a.ipynb', ...input });
    await call({ command: 'replace', cell_number: 1, source: 'one' });
    await call({ command: 'insert', cell_number: 2, cell_type: 'code', source: 'two' });
    await call({ command: 'delete', cell_number: 3 });
    expect(cells(bench).map(({ source }) => source.join(''))).toEqual(['# Größe\nof things', 'one', 'two']);
  });

  it('needs the notebook to have been read and not to have changed since (CON-12)', async () => {
    const bench = await setUp();
    writeFileSync(join(bench.folder, 'a.ipynb'), LAB);
    expect((await edit(bench, { cell_id: '0', new_source: 'x' })).content).toContain('Read it first');
    await bench.call('Read', { file_path: 'a.ipynb' });
    writeFileSync(join(bench.folder, 'a.ipynb'), LAB.replace('x = 1', 'x = 2'));
    expect((await edit(bench, { cell_id: '0', new_source: 'x' })).content).toContain('was modified since it was read');
    await bench.call('Read', { file_path: 'a.ipynb' });
    expect((await edit(bench, { cell_id: '0', new_source: 'x' })).isError).toBe(false);
    expect((await edit(bench, { cell_id: '0', new_source: 'y' })).isError).toBe(false);
  });

  it('declares that it writes the notebook', async () => {
    const bench = await setUp();
    const access = await bench.tool('NotebookEdit').access?.({ notebook_path: 'a.ipynb' } as never, bench.context);
    expect(access).toEqual([{ kind: 'write', path: join(bench.folder, 'a.ipynb') }]);
  });
});
