import { createHash } from 'node:crypto';
import { build } from 'esbuild';
import { noticesOf } from './notices.js';

const OPTIONS = {
  bundle: true,
  minify: true,
  write: false,
  target: ['chrome111', 'firefox115', 'safari16.4'],
  legalComments: 'none',
};

/** The pages of packages/viewer: of a recording, and of the talk with an agent. */
const PAGES = [
  { name: 'page', script: 'src/page/main.ts', style: 'src/page/page.css', title: 'Loadout run' },
  { name: 'talk', script: 'src/page/talk/main.ts', style: 'src/page/talk/talk.css', title: 'Loadout' },
];

/**
 * Each page is one file with one script and one style, whose content policy allows exactly these two. Returns the files of `dist`: the
 * pages, and their parts by themselves, whose sizes .size-limit.json bounds.
 */
export async function buildPages(dir) {
  return Object.assign({}, ...(await Promise.all(PAGES.map((page) => buildPage(dir, page)))));
}

async function buildPage(dir, { name, title, ...from }) {
  const options = { ...OPTIONS, absWorkingDir: dir };
  const [script, style] = await Promise.all([
    build({ ...options, entryPoints: [from.script], format: 'esm', charset: 'utf8', metafile: true }),
    build({ ...options, entryPoints: [from.style] }),
  ]);
  const notices = noticesOf(Object.keys(script.metafile.inputs), dir);
  const js = `\n${notices.join('')}${inScript(script.outputFiles[0].text.trim())}\n`;
  const css = style.outputFiles[0].text.trim();
  return { [`${name}.html`]: pageOf({ js, css, title }), [`${name}.js.txt`]: js, [`${name}.css.txt`]: css };
}

function pageOf({ js, css, title }) {
  const policy = `default-src 'none'; script-src '${hash(js)}'; style-src '${hash(css)}'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${css}</style>
</head>
<body>
<!--data-->
<script type="module">${js}</script>
</body>
</html>
`;
}

function hash(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** A script ends at the first end tag, wherever it stands. */
function inScript(text) {
  return text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}
