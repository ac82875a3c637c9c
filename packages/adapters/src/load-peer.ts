import { messageOf } from '@loadout/core';
import { errors } from './errors.js';

/**
 * Loads a package that the program has installed beside this one. Throws ADAPTER_PEER_MISSING. `load` is an import in the place
 * that needs the package, so that bundlers see it.
 */
export async function loadPeer<T>(load: () => Promise<T>, { name, needs }: { name: string; needs: string }): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw errors.ADAPTER_PEER_MISSING({ name, needs, problem: firstLine(messageOf(cause)) }, { cause });
  }
}

const firstLine = (text: string) => (text.split('\n', 1)[0] ?? '').replace(/\.$/, '');
