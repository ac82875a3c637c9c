import { createServer } from 'node:http';
import { htmlToMarkdown } from '@mdream/js';
import { request } from 'undici';
import { testContext } from '../../packages/testing/dist/index.js';
import plugin from '../../packages/tool-web/dist/index.js';
import { interleave, median } from '../lib/measure.mjs';
import { ms, printTable, ratio } from '../lib/table.mjs';

/** About `bytes` of HTML as a documentation site writes it: navigation, headings, prose with links, lists, tables, code. */
function makePage(bytes) {
  const nav = Array.from(
    { length: 40 },
    (_, index) => `<li class="nav-item"><a href="/guide/chapter-${index}.html">Chapter ${index}</a></li>`,
  );
  const parts = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A long page</title>',
    `<style>${'.nav-item { display: flex; padding: 4px }\n'.repeat(200)}</style><script>window.data = ${JSON.stringify(nav)}</script></head>`,
    `<body><nav><ul>${nav.join('\n')}</ul></nav><main>`,
  ];
  let length = parts.join('').length;
  for (let index = 0; length < bytes; index++) {
    const section = `
      <section id="s${index}" class="section section--wide"><h2>Section ${index} <a class="anchor" href="#s${index}">#</a></h2>
      <p class="lead">Paragraph ${index} with <strong>strong</strong> and <em>emphasised</em> words, <code>inline_code(${index})</code>,
      a <a href="../api/item-${index}.html?ref=page&amp;n=${index}" title="Item">relative link</a> &mdash; and enough plain prose after it to
      look like something that a person wrote about a subject which needs several sentences, each of them of an ordinary length.</p>
      <ul><li>First point of ${index}</li><li>Second point<ul><li>nested</li></ul></li><li><a href="https://other.example/x">Elsewhere</a></li></ul>
      <pre><code class="language-ts">export function f${index}(a: number): number {\n  return a &lt; ${index} ? a : ${index};\n}\n</code></pre>
      <table><thead><tr><th>Name</th><th>Value</th></tr></thead><tbody>${`<tr><td>row</td><td>${index}</td></tr>`.repeat(4)}</tbody></table>
      <img src="/img/${index}.png" alt="Picture ${index}"><div style="display:none">not shown</div></section>`;
    parts.push(section);
    length += section.length;
  }
  return `${parts.join('')}</main></body></html>`;
}

async function withServer(body, use) {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body),
  );
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${server.address().port}`;
  try {
    return await use(host);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const timed = async (work) => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** A page of 1 MB from a server of this machine: what WebFetch takes for all of it, against the request and the conversion alone. */
export async function webBench({ rounds }) {
  const page = makePage(1_000_000);
  await withServer(page, async (host) => {
    const url = `http://${host}/docs/page.html`;
    const { tools } = await plugin.setup({
      options: { allowHosts: [host], cacheSeconds: 0 },
      mount: 'web',
      configDir: '.',
      stateDir: '.',
    });
    const context = testContext();
    const convert = async () => htmlToMarkdown(page, { origin: url });
    const bare = async () => htmlToMarkdown(await (await request(url)).body.text(), { origin: url });
    const contenders = [
      { name: '@mdream/js alone, HTML in memory', run: () => timed(convert) },
      { name: 'undici + @mdream/js, unguarded', run: () => timed(bare) },
      { name: 'WebFetch', run: () => timed(() => tools[0].call({ url }, context)) },
    ];
    const results = await interleave(contenders, { rounds, warmup: 3 });
    context.dispose();
    const of = (name) => median(results.get(name));
    const [, base] = contenders;
    printTable(
      `HTML to Markdown, a page of ${(page.length / 1e6).toFixed(2)} MB, ${rounds} rounds`,
      ['', 'ms', 'x undici + @mdream/js'],
      contenders.map(({ name }) => [name, ms(of(name)), ratio(of(name), of(base.name))]),
    );
  });
}
