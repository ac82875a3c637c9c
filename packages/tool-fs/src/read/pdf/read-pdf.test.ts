import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTool } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { setUp, viewOf } from '../../testing/context.js';

/** A PDF with one text per page. Text below the page would not count, so many lines are placed closer together. */
function pdf(pages: readonly string[], { trailer = '' } = {}): Buffer {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (const [index, text] of pages.entries()) {
    const stream =
      text === ''
        ? ''
        : `BT /F1 12 Tf ${Math.min(14, 700 / text.split('\n').length)} TL 72 720 Td ${text.replace(/.+/g, '($&) Tj T*')} ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(`${body}${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${body.length}\n%%EOF\n`);
}

const numbered = (count: number) => pdf(Array.from({ length: count }, (_, index) => `Text of page ${index + 1}`));

async function read(bytes: Buffer, input: object = {}) {
  const bench = await setUp();
  writeFileSync(join(bench.folder, 'a.pdf'), bytes);
  const result = await callTool(bench.tool('Read'), { file_path: 'a.pdf', ...input }, bench.context);
  return { ...result, extent: viewOf(bench, 'a.pdf')?.extent };
}

const pagesIn = (content: string) => [...content.matchAll(/^--- page (\d+) of/gm)].map((match) => Number(match[1]));

describe('Read of a PDF', () => {
  it('shows one of up to ten pages as a document (TOOL-READ-07)', async () => {
    const bytes = numbered(10);
    const result = await read(bytes);
    expect(result.content).toMatch(/a\.pdf: PDF document, 10 pages, \d+ bytes$/);
    const blob = bytes.toString('base64');
    expect(result.typedContent[1]).toEqual({
      type: 'resource',
      resource: { uri: expect.stringMatching(/^file:\/\/.*a\.pdf$/), mimeType: 'application/pdf', blob },
    });
    expect(result.structuredContent).toMatchObject({ type: 'pdf', file: { base64: blob, originalSize: bytes.length } });
    expect(result.extent).toBe('full');
  });

  it('answers a longer one without pages with how to ask (TOOL-READ-07)', async () => {
    const result = await read(numbered(12));
    expect(result.isError).toBe(true);
    expect(result.content).toContain('has 12 pages');
    expect(result.content).toContain('Call again with pages, for example "1-12"; at most 20 pages per call.');
  });

  it('shows the text of the pages that are asked for, each under its number (TOOL-READ-07)', async () => {
    const result = await read(numbered(12), { pages: '2, 11-' });
    expect(result.content).toBe([2, 11, 12].map((page) => `--- page ${page} of 12 ---\nText of page ${page}`).join('\n\n'));
    expect(result.structuredContent).toMatchObject({ type: 'parts', file: { count: 3 } });
    expect(result.extent).toBe('range');
  });

  it.each([
    ['3', [3]],
    ['1-3', [1, 2, 3]],
    ['1,4-6', [1, 4, 5, 6]],
    ['28-', [28, 29, 30]],
    ['29-99', [29, 30]],
    ['2,1-3', [2, 1, 3]],
  ])('takes pages "%s" as %j (TOOL-READ-07)', async (pages, expected) => {
    expect(pagesIn((await read(numbered(30), { pages })).content)).toEqual(expected);
  });

  it.each([
    ['0', 'pages count from 1'],
    ['x', '"x" is neither a page nor a range of pages'],
    ['1,', '"" is neither a page nor a range of pages'],
    ['-3', '"-3" is neither a page nor a range of pages'],
    ['5-3', '"5-3" ends before it begins'],
    ['31', 'the document has 30 pages'],
    ['1-', 'these are 30 pages of 30'],
    ['1-21', 'these are 21 pages of 30'],
  ])('refuses pages "%s" with the reason and the form (TOOL-READ-07)', async (pages, problem) => {
    const result = await read(numbered(30), { pages });
    expect(result.isError).toBe(true);
    expect(result.content).toContain(`pages "${pages}" cannot be used: ${problem}.`);
    expect(result.content).toContain('Write "3", "1-5", "1,4-6" or "10-"; at most 20 pages per call.');
  });

  it('takes empty pages as none', async () => {
    expect((await read(numbered(1), { pages: '' })).typedContent[1]?.type).toBe('resource');
  });

  it('says where a page has no text', async () => {
    expect((await read(pdf(['']), { pages: '1' })).content).toBe(
      '--- page 1 of 1 ---\n(no text on this page: perhaps it is scanned)',
    );
  });

  it('cuts text above the cap and says where (TOOL-READ-09)', async () => {
    const text = `${'x'.repeat(79)}\n`;
    const long = pdf(['short', text.repeat(1300), 'end']);
    const { content } = await read(long, { pages: '1-3' });
    expect(content).toMatch(/^--- page 1 of 3 ---\nshort\n\nPARTIAL view: .* before page 2\./);
    const alone = await read(pdf([text.repeat(1500)]), { pages: '1' });
    expect(alone.content).toContain('PARTIAL view: cut after 100000 characters, within page 1.');
    expect((await read(long, { pages: '1-3', allow_large: true })).content).toContain('--- page 3 of 3 ---\nend');
  });

  it('says so of a broken and of an encrypted one', async () => {
    const broken = await read(Buffer.from('%PDF-1.7\nnothing more'));
    expect(broken.isError).toBe(true);
    expect(broken.content).toMatch(/\(PDF document\) cannot be read: .*[^.]\. Repair/);
    const secret = '0'.repeat(64);
    const locked = `/ID [<${'1'.repeat(32)}> <${'1'.repeat(32)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${secret}> /U <${secret}> /P -4 >>`;
    const encrypted = await read(pdf(['secret'], { trailer: locked }), { pages: '1' });
    expect(encrypted.isError).toBe(true);
    expect(encrypted.content).toContain('is encrypted; without its password it cannot be read');
  });
});
