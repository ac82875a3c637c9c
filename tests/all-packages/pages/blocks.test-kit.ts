import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { root } from '../../lib/loadout.js';

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** The file that it is, which its first line names. */
  readonly file?: string | undefined;
  /** The reason why it is not tried, from the marker `<!-- not tried: reason -->` before it. */
  readonly notTried?: string | undefined;
}

/** Pages that a test writes from files that it runs. */
const WRITTEN = ['docs/guide/twenty-broken-agents.md', 'docs/guide/twenty-broken-agents/*.md'];
/** The pages that a reader types from. */
const pages: readonly string[] = globSync(['README.md', 'CONTRIBUTING.md', 'docs/guide/**/*.md', 'packages/*/README.md'], {
  cwd: root,
  ignore: WRITTEN,
}).sort();

const BLOCK = /(?:^<!-- not tried: (?<notTried>.*) -->\n+)?^(?<indent> *)```(?<language>\w+)\n(?<text>[\s\S]*?)^ *```$/gm;

const blocksOf = (page: string): readonly Block[] => {
  const whole = readFileSync(join(root, page), 'utf8');
  return [...whole.matchAll(BLOCK)].map((match) => {
    const { notTried, indent = '', language = '', text = '' } = match.groups ?? {};
    const line = whole.slice(0, match.index + match[0].indexOf('```')).split('\n').length;
    const [, file] = /^(?:#|\/\/) ((?!agent\.config\.)[\w./-]+\.\w+)\n/.exec(text) ?? [];
    return { page, line, language, text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''), file, notTried };
  });
};

const all = pages.flatMap(blocksOf);

/** The blocks in these languages that have no marker. */
export const tried = (...languages: readonly string[]): readonly Block[] =>
  all.filter((block) => languages.includes(block.language) && block.notTried === undefined);

/** The files that a page itself shows, under the name in the first line. */
export const shownOn = (page: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    tried('yaml', 'ts', 'js').flatMap((block) =>
      block.page === page && block.file !== undefined ? [[block.file, block.text]] : [],
    ),
  );

/** The languages of the blocks that have no marker. */
export const languages: readonly string[] = [
  ...new Set(all.filter((block) => block.notTried === undefined).map(({ language }) => language)),
];

/** The block that packs the packages of a clone has a test of its own, with the real npm. */
export const isPacking = ({ text }: Block): boolean => text.includes('npm pack');

/** The blocks with a marker. */
export const notTried: readonly Block[] = all.filter((block) => block.notTried !== undefined);

/** A page that writes a marker which no block follows, or in other words. */
export const strayMarkers: readonly string[] = pages.filter((page) => {
  const written = readFileSync(join(root, page), 'utf8').match(/<!-- *not tried/gi)?.length ?? 0;
  return written !== notTried.filter((block) => block.page === page).length;
});
