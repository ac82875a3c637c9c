import { describe, expect, it } from 'vitest';
import { setUp } from '../testing/context.js';
import { growthOf } from '../testing/growth.js';
import { servePages } from '../testing/servers.js';

async function read(type: string | undefined, body: string | Buffer) {
  const server = await servePages({ '/dir/page': { ...(type === undefined ? {} : { type }), body } });
  return (await setUp({ allowHosts: [server.host] })).fetch({ url: `${server.url}dir/page` });
}

const text = async (type: string | undefined, body: string | Buffer) => (await read(type, body)).content;
const html = (body: string) => text('text/html; charset=utf-8', body);

describe('invisible text of a page does not reach the model', () => {
  it.each([
    '<div style="display:none">SECRET</div>',
    '<div style="color: red; DISPLAY : none !important">SECRET</div>',
    '<p style="display:/**/none">SECRET</p>',
    '<span style="visibility:hidden">SECRET</span>',
    '<span style="opacity: 0">SECRET</span>',
    '<span style="opacity:0.0;x:y">SECRET</span>',
    '<span style="font-size:0px">SECRET</span>',
    '<span style="position:absolute;left:-9999px">SECRET</span>',
    '<span style="text-indent: -10000px">SECRET</span>',
    '<div hidden>SECRET</div>',
    '<div hidden="hidden"><p><b>SECRET</b></p></div>',
    '<div style="display:none"><div><div>SECRET</div></div></div>',
    '<!-- SECRET -->',
    '<!-- a <b> SECRET -- > -->',
    '<script>SECRET</script>',
    '<script type="text/template"><p>SECRET</p></script>',
    '<style>.x { content: "SECRET" }</style>',
    '<template><p>SECRET</p></template>',
    '<svg><text>SECRET</text></svg>',
    '<iframe srcdoc="SECRET">SECRET</iframe>',
    '<noscript>SECRET</noscript>',
    '<input type="hidden" value="SECRET">',
    '<meta name="x" content="SECRET">',
    '<p data-x="SECRET" title="">x</p>',
  ])('%s', async (part) => expect(await html(`<p>before</p>${part}<p>after</p>`)).toMatch(/^before\n+(?:x\n+)?after$/));

  it.each([
    '<div style="opacity:0.5">SHOWN</div>',
    '<div style="font-size:0.9em">SHOWN</div>',
    '<div style="position:absolute;left:-1px">SHOWN</div>',
    '<div hidden="until-found">SHOWN</div>',
    '<div style="xdisplay:none">SHOWN</div>',
  ])('but what is seen is: %s', async (part) => expect(await html(part)).toBe('SHOWN'));

  it('control, zero-width, bidirectional and tag characters are taken out, also those written as entities', async () => {
    const tags = [...'ignore'].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('');
    const body = `a\u200bb\u200d\u2060\ufeffc\u202ed\u2066e\u00adf&#x200b;&#8238;g${tags}h\u001b[31mi\u0007\u{e0100}\ufe0f`;
    expect(await html(`<p>${body}</p>`)).toBe('abcdefgh\\[31mi');
    expect(await text('text/plain; charset=utf-8', `${body.replaceAll(/&#.*?;/g, '')}\r\nnext\u2028line\ttab`)).toBe(
      'abcdefgh[31mi\nnext\nline\ttab',
    );
    expect(await text('application/json', `{"a": "${tags}x"}`)).toBe('{"a": "x"}');
  });
});

describe('links', () => {
  it('start at the page, or at its <base>', async () => {
    const links = '<a href="x">1</a> <a href="/y">2</a> <a href="//o.example/z">3</a> <img src="i.png" alt="pic">';
    expect(await html(links)).toMatch(
      /\[1\]\(http:\/\/127\.0\.0\.1:\d+\/dir\/x\) \[2\]\(http:\/\/[\d.:]+\/y\) \[3\]\(http:\/\/o\.example\/z\)/,
    );
    expect(await html(`<head><base href="https://b.example/deep/"></head>${links}`)).toMatch(
      /\[1\]\(https:\/\/b\.example\/deep\/x\) \[2\]\(https:\/\/b\.example\/y\)/,
    );
    expect(await html(`<base href="javascript:x">${links}`)).toMatch(/\[1\]\(http:\/\/127/);
  });

  it.each(['javascript:alert(1)', ' JAVASCRIPT:x', 'data:text/html,x', 'vbscript:x', 'blob:x'])(
    '%s leads nowhere and is left out',
    async (href) =>
      expect(await html(`<a href="${href}">text</a><img src="data:image/png;base64,AAAA" alt="pic">`)).not.toMatch(
        /script:|data:|blob:/i,
      ),
  );
});

describe('the kind of a page counts more than its name', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  it('a small picture is shown', async () => {
    const { typedContent, structuredContent } = await read('image/png', png);
    expect(typedContent).toEqual([{ type: 'image', mimeType: 'image/png', data: png.toString('base64') }]);
    expect(structuredContent).toMatchObject({ result: expect.stringContaining('image/png') });
    expect((await read('text/html', png)).typedContent[0]?.type).toBe('image');
  });

  it('a large one is refused with its size', async () => {
    const large = Buffer.concat([png, Buffer.alloc(4_000_000)]);
    expect(await read('image/png', large)).toMatchObject({
      isError: true,
      content: expect.stringContaining('a picture of 40000'),
    });
  });

  it.each([
    ['application/zip', 'PK\x03\x04xxxx', /ZIP archive/],
    ['text/html', '\x1f\x8b\x08\0\0\0', /gzip archive/],
    ['application/octet-stream', '\x7fELF\x02\x01', /a program/],
    ['video/mp4', '\0\0\0\x18ftypmp42', /video/],
    ['font/woff2', 'wOF2\0\0', /of the type font\/woff2/],
    [undefined, 'a\0b\0', /binary data/],
    ['text/html; charset=utf-8', `<p>${'\x01\x02'.repeat(500)}`, /of the type text\/html/],
  ])('%s that is binary is refused with its kind', async (type, body, kind) => {
    const result = await read(type, Buffer.from(body, 'latin1'));
    expect(result).toMatchObject({ isError: true, content: expect.stringMatching(kind) });
  });

  it('without a type, HTML is seen to be HTML, and text to be text', async () => {
    expect(await text(undefined, '\n<!DOCTYPE html><h1>H</h1>')).toBe('# H');
    expect(await text('application/octet-stream', 'MZ is how this text starts')).toMatch(/program|MZ is/);
    expect(await text(undefined, 'plain <b>')).toBe('plain <b>');
  });

  it('the text of a PDF, page by page', async () => {
    expect(await text('application/pdf', pdf(['First page here', 'Second one']))).toBe(
      '--- Page 1 of 2 ---\n\nFirst page here\n\n--- Page 2 of 2 ---\n\nSecond one',
    );
    expect(await text('application/octet-stream', pdf(['Unnamed']))).toContain('Unnamed');
    expect(await read('application/pdf', '%PDF-1.4\nbroken')).toMatchObject({
      isError: true,
      content: expect.stringContaining('a PDF that cannot be read'),
    });
  });
});

describe('the encoding of a page', () => {
  it.each([
    ['text/html; charset=shift_jis', Buffer.from([0x82, 0xb1, 0x82, 0xf1]), 'こん'],
    ['text/html; charset="gb18030"', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), '你好'],
    ['text/html', Buffer.from('<meta charset="windows-1251">\xcf\xf0\xe8', 'latin1'), 'При'],
    ['text/html', Buffer.from('<meta http-equiv="content-type" content="text/html; charset=euc-kr">\xb0\xa1', 'latin1'), '가'],
    ['text/html', Buffer.from('caf\xe9', 'latin1'), 'café'],
    ['text/html', Buffer.from('café'), 'café'],
    ['text/plain', Buffer.from('café'), 'café'],
    ['text/plain; charset=utf-16le', Buffer.from('\ufeffhé', 'utf16le'), 'hé'],
    ['text/plain', Buffer.from('\ufeffhé', 'utf16le'), 'hé'],
    ['text/plain; charset=utf-16le', Buffer.from('hé', 'utf16le'), 'hé'],
    ['application/json; charset=UTF-16BE', Buffer.from('{"é":1}', 'utf16le').swap16(), '{"é":1}'],
    ['text/html; charset=iso-8859-1', Buffer.from('\ufeffcafé'), 'café'],
    ['text/html; charset=iso-8859-1', Buffer.from('\x93it\x92s 10\x9620 \x80\x94', 'latin1'), '“it’s 10–20 €”'],
    ['text/plain', Buffer.from('\x93it\x92s caf\xe9\x94', 'latin1'), '“it’s café”'],
    ["text/plain; charset='shift_jis'", Buffer.from([0x82, 0xb1]), 'こ'],
    ['application/xml', Buffer.from('<?xml version="1.0" encoding="ISO-8859-2"?><a>\xb1</a>', 'latin1'), /<a>ą<\/a>/],
    ['application/rss+xml', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a>é</a>'), /<a>é<\/a>/],
    ['text/html; charset=utf-8', Buffer.from('caf\xe9 x', 'latin1'), 'caf\ufffd x'],
    ['text/html; charset=nonsense', Buffer.from('café'), 'café'],
    ['text/html; charset=utf-7', Buffer.from('+ADw-script+AD4-'), '+ADw-script+AD4-'],
    ['text/html; charset=x-user-defined', Buffer.from('abc'), 'abc'],
    ['text/html; charset=hz-gb-2312', Buffer.from('abc'), 'abc'],
  ])('%s: %j', async (type, body, expected) =>
    expect(await text(type, body)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected)),
  );
});

describe('HTML of any size and shape is read', () => {
  it.each([
    ['20,000 nested elements', `${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`, 'deep'],
    ['200,000 that never end', `${'<div>'.repeat(200_000)}deep`, 'deep'],
    ['a cell outside every table', '<td>cell<th>head', 'cell'],
    ['hidden text below 20,000 elements', `${'<div>'.repeat(20_000)}shown<p style="display:none">SECRET</p>`, 'shown'],
    ['a comment without an end', 'before<!-- SECRET', 'before'],
    ['tags that never close', '<p>before</p><a href="SECRET', 'before'],
    ['100,000 unclosed scripts', `before${'<script>SECRET'.repeat(100_000)}`, 'before'],
  ])('%s', async (_what, body, part) => {
    const content = await html(body);
    expect(content).toContain(part);
    expect(content).not.toContain('SECRET');
  });

  it('a page of 1.5 MB reads from end to end like its parts', async () => {
    const block =
      '<h2>Part</h2>\n<p>Some <b>bold</b> text with <a href="/x">a link</a> &amp; more.</p>\n<ul><li>one</li><li>two</li></ul>\n';
    const count = Math.ceil((1.5 * 1024 * 1024) / block.length);
    const server = await servePages({
      '/': { type: 'text/html', body: block.repeat(count) },
      '/one': { type: 'text/html', body: block },
    });
    const { fetch } = await setUp({ allowHosts: [server.host] });
    const one = (await fetch({ url: `${server.url}one` })).content;
    const first = (await fetch({ url: server.url })).content;
    const total = Number(/of (\d+) are shown/.exec(first)?.[1]);
    expect(total).toBe((one.length + 2) * count - 2);
    const middle = (await fetch({ url: server.url, offset: (one.length + 2) * Math.floor(count / 2) })).content;
    expect(middle.startsWith(`${one}\n\n${one}\n\n`)).toBe(true);
  });

  it('long texts lose nothing, and their breaks show nowhere', async () => {
    const words = 'word '.repeat(15_000).trim();
    const content = await html(`<p>${words}</p><!-- ${words}SECRET --><script>${words}SECRET</script><p>end</p>`);
    expect(content === `${words}\n\nend`).toBe(true);
    expect(await html(`<p>${'x'.repeat(90_000)}</p>`)).toBe('x'.repeat(90_000));
  });

  it('more than 4 MiB of HTML is cut, and said to be', async () => {
    const server = await servePages({ '/': { type: 'text/html', body: `<p>${'<b>x</b>y'.repeat(500_000)}` } });
    const { fetch } = await setUp({ allowHosts: [server.host] });
    const total = Number(/of (\d+) are shown/.exec((await fetch({ url: server.url })).content)?.[1]);
    expect((await fetch({ url: server.url, offset: total - 80 })).content).toMatch(
      /\[The last 305699 bytes of the HTML were left out\.\]/,
    );
  });

  it('the cut is between two characters', async () => {
    const { content } = await read('text/html', `<p>x${'é'.repeat(2_200_000)}`);
    expect(content).toMatch(/^xé+\n\n\[/);
  });

  it.each([
    ['a line of 9 MB', `<p>${'word '.repeat(1_800_000)}`],
    ['a word of 9 MB', `<p>${'word'.repeat(2_250_000)}`],
    ['1 MB of links', '<a href="/some/path">link</a> '.repeat(34_000)],
  ])('%s, within 64 MiB above what an ordinary page takes', async (_what, body) => {
    const ordinary = `<p>still fine</p>${'<p>Some <b>bold</b> text.</p>\n'.repeat(20_000)}`;
    const server = await servePages({ '/': { type: 'text/html', body }, '/ordinary': { type: 'text/html', body: ordinary } });
    const grown = await growthOf({ warm: `${server.url}ordinary`, url: server.url, options: { allowHosts: [server.host] } });
    expect(grown.length).toBeGreaterThan(100_000);
    expect(grown.usable).toMatch(/^still fine/);
    expect(grown.grownMb).toBeLessThan(64);
  });
});

/** A PDF with one line of text on each page. */
function pdf(lines: readonly string[]): Buffer {
  const pages = lines.map((_line, index) => 4 + index * 2);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((id) => `${id} 0 R`).join(' ')}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, index) => {
      const stream = `BT /F1 12 Tf 50 700 Td (${line}) Tj ET`;
      const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`;
      return [page, `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`];
    }),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const xref = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(`${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`, 'latin1');
}
