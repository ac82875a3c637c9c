import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import llmstxt from 'vitepress-plugin-llms';
import { sidebarsOf } from './sidebar.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(here('../../packages/core/package.json'), 'utf8'));
const GITHUB = 'https://github.com/loadout-agents/loadout';

/** Words of questions, which are on every page and lead to none. */
const STOP_WORDS =
  'a an and are as at be but by can do does for from has have how i if in into is it its me my not of on or say so that the there this to too was what when where which who why will with without you your';

export default defineConfig({
  title: 'Loadout',
  description: 'Declare agents in YAML. Install only the tools they need. Publish your own.',
  lang: 'en',
  base: process.env.LOADOUT_SITE_BASE ?? '/',
  srcDir: '.source',
  outDir: 'dist',
  cleanUrls: false,
  metaChunk: true,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  // Pages name servers on this machine, which nobody can follow.
  ignoreDeadLinks: [/^https?:\/\/(?:localhost|127\.0\.0\.1)/],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // Pages hold no HTML: <name> is text that stands for a name.
    html: false,
    linkify: false,
    config(md) {
      // A corner of a table that names nothing is no heading.
      md.renderer.rules.th_open = (tokens, index, options, _env, self) => {
        if (tokens[index + 1].content === '') for (const at of [index, index + 2]) tokens[at].tag = 'td';
        return self.renderToken(tokens, index, options);
      };
      // Double braces are templates of ours, and no expressions of Vue. The page has no expression of its own.
      const render = md.renderer.render.bind(md.renderer);
      md.renderer.render = (...given) => render(...given).replaceAll('{{', '&#123;&#123;');
    },
  },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/guide/' },
      { text: 'Playground', link: '/playground' },
      { text: 'Examples', link: '/examples/01-minimal' },
      { text: 'Reference', link: '/reference/config' },
      { text: 'Packages', link: '/packages/cli' },
      { text: version, link: `${GITHUB}/releases` },
    ],
    sidebar: sidebarsOf(here('../.source')),
    outline: [2, 3],
    editLink: { pattern: editAddress(), text: 'Change this page' },
    socialLinks: [{ icon: 'github', link: GITHUB }],
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          options: { processTerm: processTerm(), tokenize: tokenize() },
          searchOptions: { fuzzy: 0.15, prefix: true, boost: { title: 6, titles: 3, text: 1 }, boostDocument: weight() },
        },
      },
    },
  },
  vite: {
    plugins: [llmstxt({ ignoreFiles: ['sources.md', 'internals.md'] })],
    build: { chunkSizeWarningLimit: 4000 },
  },
});

/** VitePress sends these functions to the page as text, so they hold their words themselves. */
function editAddress() {
  return new Function('page', `return ${JSON.stringify(`${GITHUB}/edit/main/`)} + page.frontmatter.file`);
}

/** A guide answers more questions than the reference and the captured pages, which have every word of it. */
function weight() {
  return new Function(
    'id',
    `return /\\/guide\\/(?!twenty-broken-agents\\/|chat-walk\\/)/.test(id) ? 3 : /\\/reference\\/(?:errors|api)/.test(id) ? 0.5 : 1;`,
  );
}

/** A code such as TOOL_UNKNOWN is one word. */
function tokenize() {
  return new Function('text', 'return text.split(/[^\\p{L}\\p{N}_]+/u);');
}

function processTerm() {
  const body = `const word = term.toLowerCase();
    if (${JSON.stringify(STOP_WORDS.split(' '))}.includes(word)) return null;
    if (word.length > 4 && word.endsWith('ed')) return word.slice(0, -2);
    return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;`;
  return new Function('term', body);
}
