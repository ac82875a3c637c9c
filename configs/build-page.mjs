// A step of the build of packages/viewer, started in its folder: makes dist/page.html, one file with one script and one style,
// whose content policy allows exactly these two.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { build } from 'esbuild';

const options = {
  bundle: true,
  minify: true,
  write: false,
  target: ['chrome111', 'firefox115', 'safari16.4'],
  legalComments: 'none',
};
const script = await build({ ...options, entryPoints: ['src/page/main.ts'], format: 'esm', charset: 'utf8', metafile: true });
const style = await build({ ...options, entryPoints: ['src/page/page.css'] });

/** One line for each package whose code the script contains, in the words of the bundler, for `scripts/sync-notices.mjs`. */
const packages = [
  ...new Set(Object.keys(script.metafile.inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [])),
];
const notices = packages.sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  return `// ${relative('.', folder).replaceAll('\\', '/')}/ ${name} ${version}, ${license}`;
});

const js = `\n${notices.join('\n')}\n${inScript(script.outputFiles[0].text.trim())}\n`;
const css = style.outputFiles[0].text.trim();
const policy = `default-src 'none'; script-src '${hash(js)}'; style-src '${hash(css)}'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'`;
const html = `<!doctype html>
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
writeFileSync('dist/page.html', html);
// The parts by themselves, whose sizes .size-limit.json bounds.
writeFileSync('dist/page.js.txt', js);
writeFileSync('dist/page.css.txt', css);

function hash(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** A script ends at the first end tag, wherever it stands. */
function inScript(text) {
  return text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}
