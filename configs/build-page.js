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

/**
 * The page of packages/viewer: one file with one script and one style, whose content policy allows exactly these two. Returns the
 * files of `dist`: the page, and its parts by themselves, whose sizes .size-limit.json bounds.
 */
export async function buildPage(dir) {
  const options = { ...OPTIONS, absWorkingDir: dir };
  const [script, style] = await Promise.all([
    build({ ...options, entryPoints: ['src/page/main.ts'], format: 'esm', charset: 'utf8', metafile: true }),
    build({ ...options, entryPoints: ['src/page/page.css'] }),
  ]);
  const notices = noticesOf(Object.keys(script.metafile.inputs), dir);
  const js = `\n${notices.join('')}${inScript(script.outputFiles[0].text.trim())}\n`;
  const css = style.outputFiles[0].text.trim();
  return { 'page.html': pageOf(js, css), 'page.js.txt': js, 'page.css.txt': css };
}

function pageOf(js, css) {
  const policy = `default-src 'none'; script-src '${hash(js)}'; style-src '${hash(css)}'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Loadout run</title>
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
