/**
 * Checks that comments begin with a noun phrase or a verb. A reader must not search the code for the noun that a first pronoun
 * means.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commentsOf } from './lib/syntax.mjs';
import { conclude, isMain, ROOT } from './lib/workspace.mjs';

const FOLDERS = ['packages', 'scripts', 'site', 'tests', 'bench'];

/** First words that name nothing by themselves. */
const BANNED =
  /^(?:what|who|whom|whose|whoever|whatever|whichever|those|that|it|they|them|of|the same|such|none|nothing|one (?:that|which|who|whose|of|for|in|without|with))\b/i;

/** The problems of one file: `file:line`, the first words of the comment, and the fix. */
export function proseProblems(file, source) {
  return sentencesOf(source).flatMap(({ line, text }) => {
    const banned = BANNED.exec(text)?.[0];
    return banned === undefined
      ? []
      : [`${file}:${line}: the comment "${text.slice(0, 60)}" begins with "${banned}". Begin it with a noun or a verb.`];
  });
}

/** The comments of a file, each with the line on which it begins. Line comments that follow each other are one comment. */
function sentencesOf(source) {
  const comments = commentsOf(source);
  return comments
    .filter((comment, index) => !continues(comment, comments[index - 1], source))
    .map(({ start, end }) => ({ line: source.slice(0, start).split('\n').length, text: wordsOf(source.slice(start, end)) }));
}

/** Whether a line comment continues the sentence of the line comment above it. */
const continues = (comment, before, source) =>
  before !== undefined &&
  source.startsWith('//', comment.start) &&
  source.startsWith('//', before.start) &&
  /^\n[ \t]*$/.test(source.slice(before.end, comment.start));

const wordsOf = (comment) =>
  comment
    .replace(/^(?:\/\*\*?|\/\/)[\s*]*/, '')
    .replace(/\*\/$/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Source files of the checked folders. Files that git ignores, such as build output, do not count. */
export function sourceFiles(root) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...FOLDERS], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  // A file that was just deleted is still listed.
  return listed.split('\n').filter((file) => /\.(?:ts|mjs|js)$/.test(file) && existsSync(join(root, file)));
}

if (isMain(import.meta.url)) {
  const problems = sourceFiles(ROOT).flatMap((file) => proseProblems(file, readFileSync(join(ROOT, file), 'utf8')));
  conclude(problems, {
    good: 'No comment begins with a word that needs another noun.',
    repair: `${problems.length} comments to rewrite: name the thing, or say what it does. Example: "What is left" -> "The remaining lines".`,
  });
}
