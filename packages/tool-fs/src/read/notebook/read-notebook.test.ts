import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTool } from '@loadout/testing';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { setUp, viewOf } from '../../testing/context.js';

async function read(notebook: unknown, input: object = {}) {
  const bench = await setUp();
  writeFileSync(join(bench.folder, 'a.ipynb'), typeof notebook === 'string' ? notebook : JSON.stringify(notebook));
  const result = await callTool(bench.tool('Read'), { file_path: 'a.ipynb', ...input }, bench.context);
  return { ...result, extent: viewOf(bench, 'a.ipynb')?.extent };
}

const code = (source: string | string[], outputs: readonly object[] = []) => ({ cell_type: 'code', source, outputs });
const withOutputs = (...outputs: readonly object[]) => ({ nbformat: 4, cells: [{ id: 'c', ...code('run()', outputs) }] });
const picture = async () =>
  (
    await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  ).toString('base64');

describe('Read of a notebook', () => {
  it('shows all cells in order, with ids, types, sources and outputs (TOOL-READ-08)', async () => {
    const stream = { output_type: 'stream', name: 'stdout', text: ['a\n', 'b\n'] };
    const result = await read({
      nbformat: 4,
      nbformat_minor: 5,
      cells: [{ id: 'intro', cell_type: 'markdown', source: ['# Title\n', 'text'] }, code('print(1)', [stream]), code('')],
    });
    expect(result.content).toBe(
      [
        '--- cell 1 of 3: intro (markdown) ---\n# Title\ntext\n',
        '--- cell 2 of 3: cell-1 (code) ---\nprint(1)\n',
        '--- output of cell-1 ---\na\nb\n',
        '--- cell 3 of 3: cell-2 (code) ---',
      ].join('\n'),
    );
    expect(result.extent).toBe('full');
    expect(result.structuredContent).toMatchObject({
      type: 'notebook',
      file: { cells: [{ id: 'intro', source: '# Title\ntext' }, { id: 'cell-1', outputs: [stream] }, { id: 'cell-2' }] },
    });
  });

  it('shows an error without terminal codes (TOOL-READ-08)', async () => {
    const traceback = ['\u001b[0;31mValueError\u001b[0m: no', '  at 1'];
    const { content } = await read(withOutputs({ output_type: 'error', ename: 'ValueError', evalue: 'no', traceback }));
    expect(content).toContain('--- output of c ---\nValueError: no\n  at 1');
  });

  it('shows pictures in place, and names the other formats of an output (TOOL-READ-08)', async () => {
    const data = { 'image/png': await picture(), 'text/plain': ['<Figure>'], 'text/html': '<b>x</b>' };
    const after = { output_type: 'stream', name: 'stdout', text: 'after' };
    const result = await read(withOutputs({ output_type: 'display_data', data }, after));
    expect(result.typedContent).toEqual([
      {
        type: 'text',
        text: '--- cell 1 of 1: c (code) ---\nrun()\n\n--- output of c ---\n<Figure>\n[also text/html, not shown]',
      },
      { type: 'image', mimeType: 'image/png', data: data['image/png'] },
      { type: 'text', text: '--- output of c ---\nafter' },
    ]);
  });

  it('says of a broken picture that it cannot be shown, and shows twenty at most', async () => {
    const broken = await read(withOutputs({ output_type: 'display_data', data: { 'image/png': 'AAAA' } }));
    expect(broken.isError).toBe(false);
    expect(broken.content).toContain('[a picture that cannot be shown: it is not a picture]');
    const one = { output_type: 'display_data', data: { 'image/png': await picture() } };
    const many = await read(withOutputs(...Array.from({ length: 22 }, () => one)));
    expect(many.typedContent.filter((block) => block.type === 'image')).toHaveLength(20);
    expect(many.content).toContain('[a picture, not shown: 20 are shown at most]');
  });

  it('cuts a long output, and stops before the cell that is too much (TOOL-READ-08, TOOL-READ-09)', async () => {
    const long = await read(withOutputs({ output_type: 'stream', name: 'stdout', text: 'x'.repeat(20_000) }));
    expect(long.content).toContain('… [output cut after 10000 characters; it has 20000]');
    const result = await read({ cells: Array.from({ length: 5 }, () => code('y'.repeat(40_000))) });
    expect(result.content).toContain('PARTIAL view: 2 of 5 cells, up to 100000 characters; the next is cell-2.');
    expect(result.extent).toBe('partial');
    const larger = await read({ cells: Array.from({ length: 5 }, () => code('y'.repeat(40_000))) }, { allow_large: true });
    expect(larger.content).toContain('cell 5 of 5');
  });

  it('names what is wrong with one that is no notebook, and how to see its text (TOOL-READ-08)', async () => {
    const broken = await read('{"cells": [\n');
    expect(broken.isError).toBe(true);
    expect(broken.content).toMatch(/cannot be shown as a notebook: it is not JSON .*offset and limit/s);
    expect((await read('{"cells": [\n', { offset: 1 })).content).toBe('1\t{"cells": [');
    expect((await read({ worksheets: [] })).content).toContain('it has no list of cells');
  });

  it.each([
    [{ cells: [] }, 'is a notebook without cells'],
    [{ cells: [null, 7, { source: 5, outputs: 'x' }] }, 'cell 3 of 3: cell-2 (unknown)'],
    [{ cells: [{ ...code('x'), outputs: [{ data: { 'text/plain': { a: 1 } } }] }] }, '{"a":1}'],
    [{ cells: [{ ...code('x'), outputs: [{ output_type: 'error' }] }] }, '--- output of cell-0 ---'],
  ])('trusts nothing in the file to have its shape: %j', async (notebook, text) => {
    const result = await read(notebook);
    expect(result.isError).toBe(false);
    expect(result.content).toContain(text);
  });

  it('refuses one over 100 MB without loading it (TOOL-READ-08)', async () => {
    const bench = await setUp();
    const path = join(bench.folder, 'huge.ipynb');
    const fd = openSync(path, 'w');
    writeFileSync(fd, ' '.repeat(10_000));
    ftruncateSync(fd, 101 * 1024 ** 2);
    closeSync(fd);
    const { content, isError } = await bench.call('Read', { file_path: path });
    expect(isError).toBe(true);
    expect(content).toContain('has 105906176 bytes; at most 104857600 can be read of this kind');
  });
});
