import type { ContentBlock } from '@loadout/core';
import { type PictureKind, pictureKind } from '@loadout/core/model';
import type { Problem } from './check.js';
import type { Outcome } from './run-case.js';

/** The most that a tool returns at once that pages itself. */
const MAX_PAGED_CHARS = 200_000;
/** The most characters of a progress message, which a run cuts there. */
const MAX_PROGRESS_CHARS = 10_000;
/** The most characters of base64 that models take of one picture, and of one document. */
const MAX_PICTURE_CHARS = 5 * 1024 * 1024;
const MAX_BLOB_CHARS = 32 * 1024 * 1024;

/** Each part of a result has a bound: its texts, what is for programs, its pictures and files. */
export function sizeProblem({ result, progressed }: Outcome, maxResultChars: number): Problem {
  const message: unknown = progressed.find((one: unknown) => typeof one !== 'string' || one.length > MAX_PROGRESS_CHARS);
  if (message !== undefined) return `a progress message is not text of at most ${MAX_PROGRESS_CHARS} characters`;
  const limit = Math.min(maxResultChars, MAX_PAGED_CHARS);
  const { content, typedContent, structuredContent } = result;
  const chars =
    content.length +
    typedContent.reduce((sum, block) => sum + (block.type === 'resource' ? (block.resource.text?.length ?? 0) : 0), 0);
  if (chars > limit) return `${chars} characters of ${limit}`;
  const structured = jsonLength(structuredContent);
  if (structured > MAX_PAGED_CHARS) return `its structuredContent has ${structured} characters as JSON, of ${MAX_PAGED_CHARS}`;
  const big = typedContent.find((block) => bytesIn(block).length > (block.type === 'image' ? MAX_PICTURE_CHARS : MAX_BLOB_CHARS));
  return big === undefined
    ? undefined
    : `a block of the type ${big.type} has ${bytesIn(big).length} characters of base64, more than models take`;
}

/** Another check finds a value that JSON does not carry. */
function jsonLength(value: unknown): number {
  try {
    return JSON.stringify(value)?.length ?? 0;
  } catch {
    return 0;
  }
}

const bytesIn = (block: ContentBlock): string =>
  block.type === 'image' ? block.data : block.type === 'resource' ? (block.resource.blob ?? '') : '';

const KINDS: Readonly<Record<string, PictureKind>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** Pictures and PDFs are what their media type says. */
export function mediaProblem({ result }: Outcome): Problem {
  for (const block of result.typedContent) {
    const mimeType = block.type === 'image' ? block.mimeType : block.type === 'resource' ? block.resource.mimeType : undefined;
    const problem = bytesProblem(bytesIn(block), { mimeType, isPicture: block.type === 'image' });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function bytesProblem(
  base64: string,
  { mimeType = '', isPicture }: { readonly mimeType: string | undefined; readonly isPicture: boolean },
): Problem {
  const about = `the ${isPicture ? 'picture' : 'file'} of the type ${JSON.stringify(mimeType)}`;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0) return `${about} is not base64: ${base64.slice(0, 40)}`;
  const bytes = Buffer.from(base64, 'base64');
  const kind = KINDS[mimeType];
  if (isPicture && kind === undefined) return `${about} is none that models take: ${Object.keys(KINDS).join(', ')}`;
  const found = pictureKind((at) => bytes[at]);
  if (kind !== undefined && found !== kind)
    return `${about} begins with ${shown(bytes)}, which is ${found === undefined ? 'no picture' : `a ${found}`}`;
  if (mimeType === 'application/pdf' && base64 !== '' && bytes.indexOf('%PDF-') !== 0)
    return `${about} begins with ${shown(bytes)}, not with %PDF-`;
  return undefined;
}

const shown = (bytes: Buffer) => JSON.stringify(bytes.subarray(0, 12).toString('latin1'));
