import { ownName } from '@loadout/command';
import { recordTrust, type TrustExtent, type TrustVerdict } from '@loadout/config';
import { isLoadoutError } from '@loadout/core';
import { askLine } from '../ask/ask-line.js';
import type { Io } from '../io.js';
import { trustText } from '../render/trust-text.js';

const QUESTION = 'Trust it? [y] this content  [f] this folder from now on, including later changes  [N] no: ';

/** Shows the active parts and their changes, and asks once. */
export async function askTrust(verdict: TrustVerdict, io: Io): Promise<TrustExtent | undefined> {
  io.screen.tell(`${trustText(verdict, io)}\n`);
  return askExtent(io);
}

/** Asks how long to trust. An empty line, the end of the input and any unclear answer mean no. */
export async function askExtent(io: Io): Promise<TrustExtent | undefined> {
  const line = await askLine(QUESTION, io);
  const answer = line?.trim().toLowerCase() ?? '';
  if (answer === 'y' || answer === 'yes') return 'content';
  return answer === 'f' || answer === 'folder' ? 'folder' : undefined;
}

/** Records an answer, and says how long it lasts. */
export async function keepAnswer(
  verdict: TrustVerdict,
  { extent, file, io }: { readonly extent: TrustExtent; readonly file: string; readonly io: Io },
): Promise<void> {
  await recordTrust(file, verdict, extent);
  const holds = extent === 'folder' ? 'Trusted from now on' : 'Trusted until the content changes';
  io.tell(`${holds}: ${verdict.config}. Recorded in ${file}; ${ownName(io.env)} trust --revoke removes the trust.\n`);
}

/** Shows the changes in a standing trusted folder once, and continues. */
export async function tellStanding(
  verdict: TrustVerdict,
  { file, io }: { readonly file: string; readonly io: Io },
): Promise<void> {
  const names = [...new Set((verdict.changes ?? []).map(({ path, how }) => `${path} (${how})`))];
  io.note(`${verdict.config} changed in a folder that you trust: ${names.join(', ')}.`);
  try {
    await recordTrust(file, verdict, 'folder');
  } catch (error) {
    // The next start shows the changes again.
    if (!isLoadoutError(error) && !(error instanceof Error && 'errno' in error)) throw error;
  }
}
