/** `npm run new:tool -- <package> <ToolName>`: creates a working read-only tool, its test, and its place in the plugin's list. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillTemplate, refusingPlainly, writeNew } from './lib/template.mjs';
import { isMain, ROOT } from './lib/workspace.mjs';

const USAGE = 'Usage: npm run new:tool -- <package> <ToolName>, for example: npm run new:tool -- tool-fs CountWords';

/** Writes the tool. Returns the paths of all new or changed files, relative to the root. */
export function newTool({ pack, tool }, { root = ROOT } = {}) {
  if (!/^[A-Z][A-Za-z0-9]{0,63}$/.test(tool ?? ''))
    throw new Error(`"${tool ?? ''}" is not a tool name; write it in PascalCase.\n${USAGE}`);
  const folder = join(root, 'packages', pack ?? '');
  const index = join(folder, 'src', 'index.ts');
  if (!pack || !existsSync(index)) throw new Error(`There is no package "${pack ?? ''}" with a src/index.ts.\n${USAGE}`);
  const file = kebab(tool);
  const variable = `${tool[0].toLowerCase()}${tool.slice(1)}Tool`;
  const listed = addToList(readFileSync(index, 'utf8'), { variable, file });
  writeNew(fillTemplate('tool', { Tool: tool, variable, file }), join(folder, 'src'));
  writeFileSync(index, listed);
  const manifest = addToManifest(join(folder, 'package.json'), tool);
  return [`src/${file}.ts`, `src/${file}.test.ts`, 'src/index.ts', ...(manifest ? ['package.json'] : [])].map(
    (path) => `packages/${pack}/${path}`,
  );
}

export const kebab = (name) => name.replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3-$2$4').toLowerCase();

/**
 * Adds the tool to the list. A list of makers, `[a, b].map((make) => make(options))`, takes a function; any other list takes the
 * tool itself.
 */
export function addToList(source, { variable, file }) {
  const list = /\btools: \[([^\]]*)\](\.map\()?/.exec(source);
  if (list === null) throw new Error('src/index.ts has no list "tools: [...]" to add the tool to; nothing was written.');
  const items = list[1].trim().replace(/,$/, '');
  const item = list[2] === undefined ? variable : `() => ${variable}`;
  const written = `tools: [${items === '' ? item : `${items}, ${item}`}]${list[2] ?? ''}`;
  const edited = source.slice(0, list.index) + written + source.slice(list.index + list[0].length);
  return addImport(edited, `import { ${variable} } from './${file}.js';`);
}

/** Adds an import at its place in the order of the paths. */
function addImport(source, statement) {
  const imports = [...source.matchAll(/^import [^;]*? from '([^']+)';\n/gm)];
  const path = /from '([^']+)'/.exec(statement)[1];
  const before = imports.find((match) => match[1].startsWith('./') && match[1] > path);
  const last = imports.at(-1);
  const at = before?.index ?? (last === undefined ? 0 : last.index + last[0].length);
  return `${source.slice(0, at)}${statement}\n${source.slice(at)}`;
}

function addToManifest(file, tool) {
  const json = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(json.loadout?.tools)) return false;
  json.loadout.tools.push({ name: tool, readOnly: true });
  writeFileSync(file, `${JSON.stringify(json, null, 2)}\n`);
  return true;
}

const NEXT = `Next: write what the tool does, first its test. Then
  npx biome check --write packages   # the list may be longer than a line now
  npm run build && node scripts/sync-manifests.mjs && node scripts/sync-docs.mjs
  npm run check`;

if (isMain(import.meta.url)) {
  refusingPlainly(() => {
    const { positionals } = parseArgs({ allowPositionals: true });
    if (positionals.length !== 2) throw new Error(USAGE);
    const [pack, tool] = positionals;
    console.log(
      `${newTool({ pack, tool })
        .map((path) => `Wrote ${path}`)
        .join('\n')}\n${NEXT}`,
    );
  });
}
