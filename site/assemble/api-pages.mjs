/** The pages of the contract's API, which TypeDoc writes from the types of the built core. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SITE = join(import.meta.dirname, '..');
const FILES = [
  { from: 'index.md', name: 'tools-and-plugins', entry: '@loadout/core', title: 'API for authors of tools, hooks and plugins' },
  { from: 'entries/model.md', name: 'models', entry: '@loadout/core/model', title: 'API for model providers' },
  { from: 'entries/run.md', name: 'runs', entry: '@loadout/core/run', title: 'API for programs that run agents' },
  { from: 'entries/testing.md', name: 'testing', entry: '@loadout/core/testing', title: 'API for tests' },
];

/** Throws if TypeDoc fails. */
export function apiPages() {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-api-'));
  try {
    const program = join(SITE, 'node_modules/typedoc/bin/typedoc');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [program, '--options', join(SITE, 'typedoc.json'), '--out', folder],
      {
        cwd: SITE,
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(`TypeDoc ended with ${status}. Build the core first: npm run build.\n${stdout}${stderr}`);
    return FILES.map((file) => asPage(readFileSync(join(folder, file.from), 'utf8'), file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function asPage(text, { name, entry, title }) {
  const body = text.replace(/^# .*\n/, '').replace(/\]\((?:\.\.\/)?(?:entries\/)?(index|model|run|testing)\.md/g, (_, found) => {
    const target = FILES.find(({ from }) => from.endsWith(`${found}.md`));
    return `](./${target.name}.md`;
  });
  return {
    path: `reference/api/${name}.md`,
    file: `packages/core/src/${entry === '@loadout/core' ? 'index' : `entries/${entry.split('/')[2]}`}.ts`,
    text: withAnchors(`# ${title}\n\nThe names of \`${entry}\`, from its types.\n\n${body.trim()}\n`),
  };
}

/**
 * TypeDoc numbers equal anchors of headings and of rows of tables together, and writes those of rows as HTML, which the pages of the
 * site do not have. Each anchor gets its name in braces.
 */
function withAnchors(text) {
  const seen = new Map();
  const unique = (slug) => {
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
  return text.replace(/^(#{2,6} )(.+)$|<a id="([^"]+)"><\/a> (`[^`]+`)/gm, (_, marks, heading, anchor, name) => {
    if (anchor === undefined) return `${marks}${heading} {#${unique(slugOf(heading))}}`;
    seen.set(anchor, (seen.get(anchor) ?? 0) + 1);
    return `${name}{#${anchor}}`;
  });
}

const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .trim()
    .replace(/ /g, '-');
