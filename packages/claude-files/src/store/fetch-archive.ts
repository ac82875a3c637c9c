import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject, messageOf } from '@loadout/core';
import { makeFolder, runChild, temporaryFolder, timeLimit } from '@loadout/node';
import { download, isLoopback, moveInto, unpackArchive } from '@loadout/node/archive';
import { errors } from '../errors.js';
import { commitFolder, type Env } from './places.js';

/** A package of npm at its version, or an archive at an address. */
export type WantedArchive =
  | { readonly kind: 'npm'; readonly use: string; readonly version: string; readonly registry?: string | undefined }
  | { readonly kind: 'archive'; readonly url: string };

interface FetchContext {
  readonly env: Env;
  /** Whether this machine may be asked without encryption: the person named a marketplace on it. */
  readonly allowsLocal: boolean;
  /** The SHA-256 that the archive has to have. Absent: the one that it has is returned. */
  readonly sha256?: string | undefined;
}

const MOST_BYTES = 128 * 1024 * 1024;
const PATIENCE_MS = 120_000;

/** Puts the files of an archive into the state folder, unless they are there. Returns its SHA-256. Throws PLUGIN_*. */
export async function fetchArchive(wanted: WantedArchive, context: FetchContext): Promise<string> {
  const { env, sha256 } = context;
  if (sha256 !== undefined && existsSync(commitFolder(sha256, env))) return sha256;
  const store = dirname(commitFolder('any', env));
  makeFolder(store);
  const work = temporaryFolder('fetch', store);
  const source = wanted.kind === 'npm' ? `${wanted.use}@${wanted.version}` : wanted.url;
  try {
    const bytes =
      wanted.kind === 'npm' ? await packed(wanted, { ...context, work }) : await download(wanted.url, limits(context));
    const found = createHash('sha256').update(bytes).digest('hex');
    if (sha256 !== undefined && found !== sha256) throw new Error(`its SHA-256 is ${found}, and ${sha256} is expected`);
    const folder = commitFolder(found, env);
    if (!existsSync(folder)) {
      await unpackArchive(bytes, join(work, 'files'));
      moveInto(pluginIn(join(work, 'files')), folder);
    }
    return found;
  } catch (cause) {
    throw errors.PLUGIN_ARCHIVE({ source, problem: messageOf(cause) }, { cause });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Most archives have a single folder, whose name says nothing: `package` of npm, or the name with the version. */
function pluginIn(folder: string): string {
  const [only, ...others] = readdirSync(folder);
  const inner = others.length === 0 && only !== undefined ? join(folder, only) : folder;
  const isPart =
    only !== undefined && ['.claude-plugin', '.codex-plugin', 'skills', 'commands', 'agents', 'hooks'].includes(only);
  return !isPart && statSync(inner).isDirectory() ? inner : folder;
}

const limits = ({ allowsLocal }: FetchContext) => ({
  most: MOST_BYTES,
  follows: true,
  allows: (address: string) => allowsLocal && isLoopback(address),
});

/** The tarball of a package, which npm compares with the integrity that the registry names. No script of it runs. */
async function packed(
  { use, version, registry }: Extract<WantedArchive, { kind: 'npm' }>,
  context: FetchContext & { readonly work: string },
): Promise<Buffer> {
  if (registry !== undefined && !/^https:/.test(registry) && !limits(context).allows(registry))
    throw new Error(`${registry} is not encrypted`);
  const { env, work } = context;
  const own = registry === undefined ? [] : [`--registry=${registry}`];
  // npm waits for minutes after a wrong integrity, before it asks for the same file again.
  const args = [
    'pack',
    `${use}@${version}`,
    '--fetch-retries=0',
    '--ignore-scripts',
    '--json',
    '--pack-destination',
    work,
    ...own,
  ];
  const { code, stdout, stderr } = await runChild({
    ...{ file: 'npm', args, cwd: work, env: { ...env, npm_config_update_notifier: 'false' } },
    ...{ mostBytes: MOST_BYTES, signal: timeLimit(PATIENCE_MS) },
  });
  if (code !== 0) {
    const lines = stderr.split('\n').filter((line) => /^npm error (?!A complete log)/.test(line));
    const said = lines.map((line) => line.replace('npm error ', '')).join(' ');
    const plain = code === null ? 'it takes too long, or was ended' : `it ended with code ${code}`;
    throw new Error(`npm pack fails: ${said || plain}`);
  }
  const [made] = JSON.parse(stdout) as readonly unknown[];
  const name = isObject(made) ? String(made.filename) : '';
  const file = readdirSync(work).find((one) => one.endsWith('.tgz')) ?? name;
  if (statSync(join(work, file)).size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
  return readFileSync(join(work, file));
}
