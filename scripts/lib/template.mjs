import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TEMPLATES = fileURLToPath(new URL('../templates', import.meta.url));

/** The files of a template, filled in: path -> text. `values[key]` replaces `__key__` in a path or a text. */
export function fillTemplate(name, values) {
  const folder = join(TEMPLATES, name);
  const fill = (text) => Object.entries(values).reduce((filled, [key, value]) => filled.replaceAll(`__${key}__`, value), text);
  const paths = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.tmpl'));
  return Object.fromEntries(paths.sort().map((path) => [fill(outputPath(path)), fill(readFileSync(join(folder, path), 'utf8'))]));
}

/** npm leaves `.gitignore` out of a package, so the template has another name. */
const outputPath = (path) => path.replace(/\.tmpl$/, '').replace(/(^|[/\\])gitignore$/, '$1.gitignore');

/** Writes all files. If one of them exists, writes none and throws with its name. */
export function writeNew(files, dir) {
  const there = Object.keys(files).find((path) => existsSync(join(dir, path)));
  if (there !== undefined) throw new Error(`${join(dir, there)} exists already; nothing was written.`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

/** Runs the body of a command, and prints a refusal as one line. */
export function refusingPlainly(body) {
  try {
    body();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
