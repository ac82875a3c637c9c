import { lstatSync, readFileSync } from 'node:fs';

/** Sections with keys that no reading command acts on: the network, writing commits, colours and other programs. */
const INERT_SECTIONS = new Set(
  'advice author branch color column commit committer credential fetch github gui hub http https init lfs maintenance gc merge pack pull push rebase receive rerere revert sendemail svn-remote tag transfer url user gitflow'.split(
    ' ',
  ),
);
/** Keys that name neither a program nor a file, in sections that also contain other keys. */
const INERT_KEYS = new Set(
  [
    'core.repositoryformatversion core.filemode core.bare core.logallrefupdates core.ignorecase core.precomposeunicode',
    'core.symlinks core.autocrlf core.eol core.safecrlf core.abbrev core.quotepath core.longpaths core.hookspath core.editor',
    'core.sshcommand core.compression core.trustctime core.checkstat core.untrackedcache core.preloadindex core.commentchar',
    'core.whitespace core.sharedrepository core.protecthfs core.protectntfs core.packedgitlimit',
    'diff.algorithm diff.renames diff.renamelimit diff.colormoved diff.colormovedws diff.mnemonicprefix diff.noprefix diff.context',
    'diff.interhunkcontext diff.wserrorhighlight diff.indentheuristic diff.statgraphwidth diff.tool diff.guitool',
    'log.date log.decorate log.abbrevcommit log.follow log.initialdecorationset status.short status.branch status.showstash',
    'status.showuntrackedfiles status.relativepaths status.renames status.aheadbehind blame.date blame.coloring',
    'index.version index.threads feature.manyfiles feature.experimental extensions.worktreeconfig',
    'remote.pushdefault remote.#.url remote.#.pushurl remote.#.fetch remote.#.push remote.#.tagopt remote.#.prune remote.#.prunetags',
    'remote.#.mirror remote.#.skipdefaultupdate remote.#.gh-resolved remote.#.followremotehead remote.#.skipfetchall',
    'submodule.active submodule.#.url submodule.#.active submodule.#.branch submodule.#.update',
  ]
    .join(' ')
    .split(' '),
);
/**
 * Keys that a command of an agent may set under its rule: no later command runs, reads, writes or connects to the value. A rule
 * covers the names of remotes, and therefore not their addresses.
 */
const SETTABLE = new Set(
  [
    'user.name user.email author.name author.email committer.name committer.email branch.#.merge branch.#.rebase',
    'branch.#.description branch.#.remote remote.pushdefault remote.#.fetch remote.#.prune',
    'pull.rebase pull.ff push.default push.autosetupremote push.followtags fetch.prune merge.conflictstyle merge.ff',
    'rebase.autostash rebase.autosquash init.defaultbranch commit.gpgsign commit.verbose tag.gpgsign tag.sort rerere.enabled',
    'core.autocrlf core.eol core.filemode core.ignorecase core.quotepath core.longpaths core.precomposeunicode core.symlinks',
    'core.abbrev diff.algorithm diff.renames diff.colormoved diff.mnemonicprefix diff.noprefix diff.context log.date',
    'log.decorate log.abbrevcommit status.short status.branch status.showuntrackedfiles color.ui column.ui advice.detachedhead',
  ]
    .join(' ')
    .split(' '),
);

const MOST_BYTES = 256 * 1024;

/** `remote.origin.url` -> `remote.#.url`: the text between the first and the last dot is a name that the user chose. */
const plainKey = (key: string) => {
  const [section = '', ...rest] = key.toLowerCase().split('.');
  return rest.length > 1 ? `${section}.#.${rest.at(-1)}` : `${section}.${rest.join('')}`;
};

/** The remotes to which a fetch, a pull or a push goes without naming one. */
export const USUAL_REMOTES = ['origin', 'upstream'];

export const isSettable = (key: string, values: readonly string[] = []): boolean =>
  SETTABLE.has(plainKey(key)) &&
  (!/remote$|pushdefault$/i.test(key) || values.every((value) => value === '.' || USUAL_REMOTES.includes(value)));

const isInert = (key: string): boolean =>
  INERT_KEYS.has(plainKey(key)) || (INERT_SECTIONS.has(key.split('.', 1)[0]?.toLowerCase() ?? '') && !/\.driver$/i.test(key));

/**
 * The first line of a repository's configuration that may make a reading command run a program, or look elsewhere; `undefined` if
 * there is none. A line that git itself would write differently counts too.
 */
export function actingLine(path: string, { but = [] }: { readonly but?: readonly string[] } = {}): string | undefined {
  let text: string;
  try {
    const about = lstatSync(path, { throwIfNoEntry: false });
    if (about === undefined) return undefined;
    if (!about.isFile() || about.size > MOST_BYTES) return `${path}, which is no plain file`;
    text = readFileSync(path, 'utf8');
  } catch {
    return `${path}, which cannot be read`;
  }
  let section = '';
  for (const line of text.split('\n')) {
    if (/^[ \t\r]*(?:[#;].*)?$/.test(line)) continue;
    const [, name, own] = /^[ \t]*\[([a-z][a-z0-9-]*)(?:[ \t]+"((?:[^"\\]|\\["\\])*)")?\][ \t\r]*$/i.exec(line) ?? [];
    if (name !== undefined) {
      section = own === undefined ? name : `${name}.${own}`;
      continue;
    }
    const [, key] = /^[ \t]*([a-z][a-z0-9-]*)[ \t]*(?:=.*|\r)?$/i.exec(line) ?? [];
    if (key === undefined || section === '' || line.trimEnd().endsWith('\\')) return JSON.stringify(line.trim().slice(0, 80));
    const full = `${section}.${key}`;
    if (!isInert(full) && !but.includes(full.toLowerCase())) return full;
  }
  return undefined;
}
