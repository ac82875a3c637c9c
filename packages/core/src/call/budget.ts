import type { ContentBlock } from '../contract/tool-result.js';
import { messageOf } from '../message-of.js';
import { modelText } from './result-text.js';

/** The first part of a spilled text that the model still sees. Source: RES-02. */
const PREVIEW_BYTES = 2_000;
const CUT_ABOVE = 100_000;

const SPILLED = '<persisted-output>';

export const isSpilled = (text: string): boolean => text.startsWith(SPILLED);

/** What the model reads instead of a text that was written to `path`. Source: RES-01, S1. */
export function spilledText(text: string, path: string): string {
  return `${SPILLED}\nTool output saved to file. Original size: ${text.length} characters (${Math.ceil(bytesOf(text).length / 1024)} KB): ${path}\nRead that file to see the rest. Preview:\n${preview(text)}\n</persisted-output>`;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function preview(text: string): string {
  const bytes = bytesOf(whole(text.slice(0, PREVIEW_BYTES))).subarray(0, PREVIEW_BYTES);
  // A character that the cut would split is left out: streaming, the decoder waits for its rest.
  const head = new TextDecoder().decode(bytes, { stream: true });
  const lineEnd = head.lastIndexOf('\n');
  return lineEnd > head.length / 2 ? head.slice(0, lineEnd) : head;
}

/** Where nothing can be kept: the first and the last part. Source: RES-08. */
function cutText(text: string): string {
  if (text.length <= CUT_ABOVE) return text;
  const half = CUT_ABOVE / 2;
  const leftOut = `(${text.length - CUT_ABOVE} of ${text.length} characters left out)`;
  return `${whole(text.slice(0, half))}\n\n... ${leftOut} ...\n\n${whole(text.slice(-half))}`;
}

/** A character that was cut in two is no character: providers refuse it. */
const whole = (text: string) => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');

type Spill = (id: string, text: string) => Promise<string>;

/** All text that the model would read counts, also that of resources; images and documents stay as they are. */
export async function withinBudget(
  content: readonly ContentBlock[],
  { id, limit, spill }: { id: string; limit: number; spill?: Spill | undefined },
): Promise<readonly ContentBlock[]> {
  const text = content.map((block) => modelText(block) ?? '').join('');
  if (text.length <= limit) return content;
  const shorter = spill === undefined ? cutText(text) : await spilled(text, { id, spill });
  return [{ type: 'text', text: shorter }, ...content.filter((block) => modelText(block) === undefined)];
}

async function spilled(text: string, { id, spill }: { id: string; spill: Spill }): Promise<string> {
  try {
    return spilledText(text, await spill(id, text));
  } catch (error) {
    return `${cutText(text)}\n(The whole output could not be saved: ${messageOf(error)})`;
  }
}
