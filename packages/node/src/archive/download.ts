import { type FirstBytes, firstBytes } from '../first-bytes.js';

const PATIENCE_MS = 120_000;
const MOST_HOPS = 5;

export interface DownloadOptions {
  /** The most bytes of the answer. */
  readonly most: number;
  /** Whether an address without encryption may be asked. Default: none. */
  readonly allows?: ((address: string) => boolean) | undefined;
  /** Whether redirects are followed, each to an address that may be asked. Whoever follows knows the content by its hash. */
  readonly follows?: boolean | undefined;
}

/** Reads an address whole. Throws with a reason. */
export async function download(address: string, { most, allows, follows = false }: DownloadOptions): Promise<Buffer> {
  let at = address;
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    if (new URL(at).protocol !== 'https:' && allows?.(at) !== true) throw new Error(`${at} is not encrypted; write https:`);
    const response = await fetch(at, { redirect: follows ? 'manual' : 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
    const next = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && next !== null) at = new URL(next, at).href;
    else if (!response.ok) throw new Error(`${at} answered ${response.status}`);
    else return whole(await firstBytes(response, most), { at, most });
  }
  throw new Error(`${address} leads on more than ${MOST_HOPS} times`);
}

/** Whether an address is one of this machine. */
export const isLoopback = (address: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);

function whole({ bytes, isWhole }: FirstBytes, { at, most }: { readonly at: string; readonly most: number }): Buffer {
  if (!isWhole) throw new Error(`${at} answered with more than ${most} bytes`);
  return bytes;
}
