/**
 * The sidebars, one for each section. A guide that is in no group stands under "More". The pages of a folder with the name of a guide
 * stand under the guide.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const GROUPS = [
  ['Start', ['getting-started', 'in-figures', 'run-from-code', 'recipes', 'samples', 'chat', 'chat-walk', 'acp']],
  [
    'Configure',
    [
      'which-model',
      'models',
      'cost',
      'subagents',
      'skills',
      'script-tools',
      'hooks',
      'mcp',
      'mcp-registry',
      'other-tools',
      'claude-plugins',
    ],
  ],
  ['Stay safe', ['permissions', 'be-asked-less', 'trust-and-lock', 'promises', 'systems']],
  ['Test', ['test-an-agent', 'twenty-broken-agents', 'testing', 'ci', 'from-a-red-run-to-the-line', 'view-a-run']],
  [
    'Run',
    ['sessions-and-resume', 'serve-http', 'openai-endpoint', 'many-machines', 'engine', 'internet-scale', 'telemetry', 'operate'],
  ],
  [
    'Extend',
    ['one-file-plugin', 'write-a-tool', 'write-a-plugin', 'plugin-hooks', 'touches', 'write-a-model-provider', 'other-toolkits'],
  ],
  ['Agent SDK', ['claude-agent-sdk']],
];

/** The sidebars of the assembled pages in `source`. */
export function sidebarsOf(source) {
  const item = (path) => {
    const own = { text: titleOf(join(source, path)), link: `/${path.replace(/(?:index)?\.md$/, '')}` };
    const folder = path.replace(/\.md$/, '');
    return existsSync(join(source, folder)) ? { ...own, collapsed: true, items: below(folder).map(item) } : own;
  };
  const below = (folder) =>
    readdirSync(join(source, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`);
  const guides = below('guide').filter((path) => path !== 'guide/index.md');
  const grouped = GROUPS.map(([text, names]) => [
    text,
    names.map((name) => `guide/${name}.md`).filter((path) => guides.includes(path)),
  ]);
  const rest = guides.filter((path) => !grouped.some(([, paths]) => paths.includes(path)));
  const listed = (groups) => groups.map(([text, paths]) => ({ text, items: paths.map(item) }));
  return {
    '/guide/': listed([
      ...grouped,
      ...(rest.length === 0 ? [] : [['More', rest]]),
      ['Coming from', below('guide/coming-from')],
      ['Providers', below('guide/providers')],
    ]),
    '/examples/': listed([['Examples', below('examples')]]),
    '/reference/': listed([
      ['Reference', below('reference')],
      ['API', below('reference/api')],
    ]),
    '/packages/': listed([['Packages', below('packages')]]),
  };
}

/** The first heading of a page, without its marks. */
function titleOf(file) {
  const heading = /^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? file;
  return heading.replace(/[`*]/g, '').replace(/\\(.)/g, '$1');
}
