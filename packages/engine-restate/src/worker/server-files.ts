import { chmodSync, existsSync, lstatSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder, replaceWhole } from '@loadout/node';
import type { EngineKey } from '../door/engine-key.js';
import { identityPem } from '../door/identity.js';
import { believedBy } from '../door/worker-certificate.js';

/** The name of the server, below which its data and its sockets are. */
export const NODE = hostname();

/** The most bytes of the address of a socket, on the system that allows the fewest. */
const MOST_ADDRESS = 100;

export interface DataFolder {
  /** The folder of the server's data. */
  readonly data: string;
  /** The folder of its sockets. */
  readonly sockets: string;
  /** Removes the short way to the data, if there is one. */
  remove(): void;
}

/** Makes the folder of the server's data, which only its user can enter. A folder whose path is too long for a socket gets a short way. */
export function dataFolder(dir: string): DataFolder {
  const data = join(dir, 'data');
  makeFolder(data);
  chmodSync(data, 0o700);
  const sockets = join(data, NODE);
  if (Buffer.byteLength(join(sockets, 'ingress.sock')) <= MOST_ADDRESS) return { data, sockets, remove: () => {} };
  const way = wayTo(data);
  return { data: way, sockets: join(way, NODE), remove: () => rmSync(dirname(way), { recursive: true, force: true }) };
}

/** Makes a short way to a folder, or returns that of an earlier start, which was killed. Its server may still run, and needs it. */
function wayTo(data: string): string {
  const note = join(data, 'way');
  const before = existsSync(note) ? readFileSync(note, 'utf8') : '';
  if (leadsTo(before, data)) return before;
  const way = join(mkdtempSync(join(tmpdir(), 'lo-')), 'd');
  symlinkSync(data, way);
  replaceWhole(note, way);
  return way;
}

function leadsTo(way: string, data: string): boolean {
  try {
    return readlinkSync(way) === data && lstatSync(dirname(way)).uid === process.getuid?.();
  } catch {
    return false;
  }
}

/** Writes the private key with which the server signs its requests to workers, and the certificates of workers that it believes. Only its user can read them. */
export function proofFiles(dir: string, key: EngineKey): { readonly identity: string; readonly certificates: string } {
  const files = { identity: join(dir, 'data', 'identity.pem'), certificates: join(dir, 'data', 'certificates.pem') };
  replaceWhole(files.identity, identityPem(key));
  replaceWhole(files.certificates, believedBy(key));
  return files;
}

/** Keeps the id of the server's process, for an engine that finds the server left behind. */
export const notePid = ({ data }: DataFolder, pid: number | undefined): void =>
  replaceWhole(join(data, 'server.pid'), String(pid));

/** Returns the process of a server that still has the data, such as one whose `engine dev` was killed. `undefined`: there is none. */
export function serverLeftBehind({ data, sockets }: DataFolder): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(join(sockets, 'admin.sock'));
    socket
      .once('error', () => resolve(undefined))
      .once('connect', () => {
        socket.destroy();
        const file = join(data, 'server.pid');
        resolve(existsSync(file) ? readFileSync(file, 'utf8') : 'unknown');
      });
  });
}
