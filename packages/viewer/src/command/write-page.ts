import { size } from '@loadout/command';
import type { CommandHost } from '@loadout/core/commands';
import { homeOf } from '@loadout/node';
import type { Secrets } from '@loadout/runner';
import { exportData } from '../export/export-data.js';
import { pageHtml } from '../export/page-html.js';
import type { Recording } from '../model/recording.js';

export interface PageWish extends Pick<CommandHost, 'env' | 'tell' | 'write'> {
  readonly secrets: Secrets;
  readonly whole?: boolean;
  readonly results?: boolean;
}

/** Writes recordings as one page, and tells what was removed. Throws FILE_NOT_WRITTEN. */
export async function writePage(file: string, recordings: readonly Recording[], wish: PageWish): Promise<void> {
  const { env, secrets, whole, results } = wish;
  const data = await exportData(recordings, { now: Date.now(), secrets, home: homeOf(env), whole, results });
  const html = pageHtml(data);
  wish.write(file, html);
  wish.tell(`Wrote ${file} (${size(Buffer.byteLength(html))}).\n`);
  const { redacted } = data.exported;
  if (redacted.length > 0) wish.tell(`Left out: ${redacted.join(', ')}.\n`);
}
