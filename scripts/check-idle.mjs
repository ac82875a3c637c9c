/**
 * Finds what is declared and never used, which the type check cannot see: an event that nothing fires, a key of the configuration or
 * of the plan that nothing reads, and a flag that no command reads, also one of a row in a manifest. The search is by text, so a key
 * with a common name may pass.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './check-prose.mjs';
import { conclude, isMain, packagesOf, ROOT } from './lib/workspace.mjs';

const EVENTS = /^packages\/core\/src\/contract\/hook\/events\.ts$/;
const PLAN = /^packages\/core\/src\/contract\/plan\//;
const SCHEMA = /^packages\/config\/src\/schema\//;
const FLAGS = /^packages\/(?:cli\/src\/arguments\/.*(?:definitions?|flags)|core\/src\/commands\/shared-flags)\.ts$/;
const ROWS = /^packages\/[^/]+\/package\.json$/;
const DECLARES =
  /^packages\/(?:core\/src\/(?:contract|commands)\/|config\/src\/schema\/|cli\/src\/arguments\/|[^/]+\/package\.json$|.*\/definition\.ts$)/;
/** The code that reads the flags of the command line itself, and those that commands share. */
const COMMAND_LINE = /^packages\/(?:cli|command)\//;
const NOT_SHIPPED = /\.(?:test|test-kit|fixture)\.ts$|\/testing\/(?!src\/runs\/)/;

/** The kinds of declarations: the files that hold them, their form, and the form of a use. */
const KINDS = [
  {
    files: EVENTS,
    declared: /^ {2}(\w+): event[<(]/gm,
    isUsed: (name, text) => new RegExp(`(?:[hH]ooks|fire)\\(\\s*(?:(?:agent, )?\\{ event: )?'${name}'`).test(text),
    problem: (name) => `nothing fires the event ${name}`,
  },
  {
    files: PLAN,
    declared: /^ {2,}readonly (\w+)\??:/gm,
    isUsed: isRead,
    problem: (name) => `nothing reads the key ${name} of the plan`,
  },
  {
    files: SCHEMA,
    declared: /^ {2,}(\w+): (?:free|told|waits|decided\w*|removable|z)\b/gm,
    isUsed: isRead,
    problem: (name) => `nothing reads the key ${name} of the configuration`,
  },
  {
    files: FLAGS,
    declared:
      /\bname: '([a-z][\w-]*)', (?:short|value|help|repeat|choices)|\n\s+name: '([a-z][\w-]*)',\n\s+(?:short|value|help|repeat|choices):/g,
    isUsed: (name, text, file) => COMMAND_LINE.test(file) && isRead(name, text),
    problem: (name) => `no command reads the flag --${name}`,
  },
  {
    files: ROWS,
    declared: flagsOfRows,
    isUsed: (name, text, file, row) =>
      (file.startsWith(row.replace('package.json', '')) || COMMAND_LINE.test(file)) && isRead(name, text),
    problem: (name) => `no command reads the flag --${name}`,
  },
];

/** The flags of the commands of a manifest, in the form of matches. */
function flagsOfRows(manifest) {
  const rows = JSON.parse(manifest).loadout?.commands ?? [];
  const names = new Set(rows.flatMap(({ flags = [] }) => flags.map(({ name }) => name)));
  return [...names].map((name) => Object.assign([name, name], { index: manifest.search(new RegExp(`"name":\\s*"${name}"`)) }));
}

/** Whether a text reads a field: `.name`, `{ name }`, `{ name: local }`, or its name as a text. */
function isRead(name, text) {
  return new RegExp(`(?:\\.|[{,[(]\\s*|\\.\\.\\.)${name}\\b(?!-)|['"]${name}['"]`).test(text);
}

/** The problems of a repository: `file:line: what is idle`. `files` are pairs of a path and a text. */
export function idleProblems(files) {
  const shipped = files.filter(([file]) => ROWS.test(file) || (!NOT_SHIPPED.test(file) && /^packages\/.*\/src\//.test(file)));
  const using = shipped.filter(([file]) => !DECLARES.test(file));
  return KINDS.flatMap(({ files: where, declared, isUsed, problem }) =>
    shipped
      .filter(([file]) => where.test(file))
      .flatMap(([file, text]) =>
        [...(typeof declared === 'function' ? declared(text) : text.matchAll(declared))]
          .map((match) => ({ name: match[1] ?? match[2], index: match.index + match[0].search(/\S/) }))
          .filter(({ name }) => !using.some(([path, source]) => isUsed(name, source, path, file)))
          .map(({ name, index }) => `${file}:${text.slice(0, index).split('\n').length}: ${problem(name)}`),
      ),
  );
}

if (isMain(import.meta.url)) {
  const manifests = packagesOf(ROOT).map(({ name }) => `packages/${name}/package.json`);
  const files = [...sourceFiles(ROOT), ...manifests].map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]);
  conclude(idleProblems(files), {
    good: 'Each event is fired, each key and each flag is read.',
    repair: 'Fire the event, read the key or the flag, or remove it.',
  });
}
