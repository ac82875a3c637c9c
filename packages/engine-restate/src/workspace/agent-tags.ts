import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GitContext, gitText, runGit } from './run-git.js';

export interface TagParts {
  readonly context: GitContext;
  /** A folder for files that are there for a moment. */
  readonly scratch: string;
}

interface Tag {
  readonly sha: string;
  readonly text: string;
}

/** Stores the annotated tags among these objects as files, since a tree holds no tag. Returns lines for `update-index`. */
export async function storeTags(tips: readonly string[], { context, scratch }: TagParts): Promise<readonly string[]> {
  const tags = await readTags(tips, context);
  if (tags.length === 0) return [];
  const dir = join(scratch, 'tags');
  mkdirSync(dir, { recursive: true });
  for (const { sha, text } of tags) writeFileSync(join(dir, sha), text);
  const stdin = tags.map(({ sha }) => `${join(dir, sha)}\n`).join('');
  const blobs = (await gitText(['hash-object', '-w', '--no-filters', '--stdin-paths'], context, { stdin })).trim().split('\n');
  rmSync(dir, { recursive: true });
  return tags.map(({ sha }, at) => `100644 ${blobs[at]}\ttags/${sha}`);
}

/** Reads the annotated tags, and those that they name in turn. */
async function readTags(objects: readonly string[], context: GitContext): Promise<readonly Tag[]> {
  if (objects.length === 0) return [];
  const types = await gitText(['cat-file', '--batch-check=%(objecttype) %(objectname)'], context, { stdin: lines(objects) });
  const shas = types.split('\n').flatMap((line) => (line.startsWith('tag ') ? [line.slice(4)] : []));
  const tags: Tag[] = [];
  for (const sha of shas) tags.push({ sha, text: await gitText(['cat-file', 'tag', sha], context) });
  const deeper = tags.flatMap(({ text }) => /^object (\w+)\ntype tag\n/.exec(text)?.[1] ?? []);
  return [...tags, ...(await readTags(deeper, context))];
}

/** Makes the tags of a step again. */
export async function restoreTags(commit: string, { context, scratch }: TagParts): Promise<void> {
  const { code } = await runGit(['cat-file', '-e', `${commit}:tags`], context);
  if (code !== 0) return;
  const dir = join(scratch, 'tags');
  const index = join(scratch, 'tags-index');
  await gitText(['read-tree', `${commit}:tags`], context, { index });
  const names = (await gitText(['ls-files', '-z'], context, { index })).split('\0').filter((name) => name !== '');
  await gitText(['checkout-index', '--all', '--force', `--prefix=${dir}/`], context, { index });
  await gitText(['hash-object', '-t', 'tag', '-w', '--stdin-paths'], context, {
    stdin: lines(names.map((name) => join(dir, name))),
  });
  rmSync(dir, { recursive: true });
  rmSync(index);
}

const lines = (values: readonly string[]): string => values.map((one) => `${one}\n`).join('');
