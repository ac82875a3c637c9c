import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject, messageOf } from '@loadout/core';
import { makeFolder, temporaryFolder } from '@loadout/node';
import { moveInto, unpackArchive } from '@loadout/node/archive';
import { errors } from '../errors.js';
import { bundleFolder } from './bundle-folder.js';
import { fetched, type RegistryPlace, requireTrust } from './registry-place.js';

/** A bundle of a server: the address of a zip file, and the SHA-256 of its bytes. */
export interface Bundle {
  readonly url: string;
  readonly sha256: string;
}

export const MOST_BUNDLE_BYTES = 128 * 1024 * 1024;

/** Puts the bundle of a locked server into the store, if it is not there. Throws REGISTRY_WAITS and REGISTRY_UNREADABLE. */
export async function bringBundle(bundle: unknown, place: RegistryPlace): Promise<void> {
  const { url, sha256 } = isObject(bundle) ? bundle : {};
  if (typeof url !== 'string' || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return;
  if (place.stateDir !== undefined && existsSync(bundleFolder(sha256, place.stateDir))) return;
  await fetchBundle({ url, sha256 }, place);
}

/** Fetches a bundle whose hash is known. */
export async function fetchBundle({ url, sha256 }: Bundle, place: RegistryPlace): Promise<string> {
  await requireTrust(url, place);
  try {
    const bytes = await fetched(url, place, { most: MOST_BUNDLE_BYTES, follows: true });
    const found = sha256Of(bytes);
    if (found !== sha256) throw new Error(`its SHA-256 is ${found}, and the entry names ${sha256}`);
    return await storeBundle(bytes, place);
  } catch (cause) {
    throw errors.REGISTRY_UNREADABLE({ source: url, problem: messageOf(cause) }, { cause });
  }
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Unpacks a bundle into the store. A folder appears there whole or not at all. */
export async function storeBundle(bytes: Buffer, { stateDir }: Pick<RegistryPlace, 'stateDir'>): Promise<string> {
  if (stateDir === undefined) throw new Error('there is no folder for bundles here');
  const folder = bundleFolder(sha256Of(bytes), stateDir);
  if (existsSync(folder)) return folder;
  makeFolder(dirname(folder));
  const work = temporaryFolder('unpack', dirname(folder));
  try {
    await unpackArchive(bytes, join(work, 'files'));
    moveInto(join(work, 'files'), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}

/** Reads the manifest of an unpacked bundle. Throws with a reason. */
export function bundleManifest(folder: string): Readonly<Record<string, unknown>> {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file)) throw new Error('it has no manifest.json');
  const data: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isObject(data)) throw new Error('its manifest.json is not a JSON object');
  return data;
}
