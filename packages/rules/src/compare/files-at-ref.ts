import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { temporaryFolder } from '@loadout/node';
import { type GitPlace, git, gitBlobs, gitLine } from './git.js';

/** The texts that a configuration may name: bases, agents, instructions, skills. */
const TEXTS = /\.(?:ya?ml|jsonc?|md|txt)$/i;

export interface FilesAtRef {
  /** The top of the repository, and the temporary folder that stands for it. */
  readonly top: string;
  readonly folder: string;
  /** The configuration in the temporary folder. */
  readonly file: string;
}

type Source = Pick<GitPlace, 'env'> & { readonly ref: string };

/**
 * Writes the texts of a git ref into a temporary folder, for the time of a call. Nothing is checked out, so no filter of git runs. Throws
 * what is wrong with the ref, or with the configuration there.
 */
export async function withFilesAtRef<T>(
  config: string,
  { ref, env }: Source,
  use: (files: FilesAtRef) => Promise<T>,
): Promise<T> {
  const cwd = dirname(config);
  if (!/^[^-:\s][^:\s]*$/.test(ref)) throw new Error('it is not the name of a commit, a branch or a tag');
  const commit = await gitLine(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], { cwd, env }).catch(() => '');
  if (commit === '') throw new Error('git knows no such commit');
  const top = realpathSync.native(await gitLine(['rev-parse', '--show-toplevel'], { cwd, env }));
  const own = relative(top, realpathSync.native(config));
  const blobs = blobsIn(await git(['ls-tree', '-r', '-z', '--full-tree', commit], { cwd: top, env }));
  if (!blobs.some(({ path }) => path === own)) throw new Error('the file is not there');
  const texts = await gitBlobs(
    blobs.map(({ id }) => id),
    { cwd: top, env },
  );
  const folder = temporaryFolder('rules');
  try {
    for (const [index, { path }] of blobs.entries()) writeBelow(folder, path, texts[index]);
    // The repository ends here, as it does where it is.
    mkdirSync(join(folder, '.git'));
    linkPackages(cwd, dirname(join(folder, own)));
    return await use({ top, folder, file: join(folder, own) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Blob {
  readonly id: string;
  readonly path: string;
}

/** Reads the texts in the output of `ls-tree`. A link, a module of git and a path that leaves the folder are none. */
const blobsIn = (listed: Buffer): readonly Blob[] =>
  listed
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [, id, path] = /^100\d{3} blob ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
      if (id === undefined || path === undefined || !TEXTS.test(path)) return [];
      return path.split('/').some((name) => name === '..' || name === '.git') ? [] : [{ id, path }];
    });

function writeBelow(folder: string, path: string, bytes: Buffer = Buffer.alloc(0)): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

/** Packages are not in git. A base in a package is read from those that are installed. */
function linkPackages(from: string, to: string): void {
  const packages = join(from, 'node_modules');
  if (existsSync(packages) && !existsSync(join(to, 'node_modules'))) symlinkSync(packages, join(to, 'node_modules'), 'dir');
}
