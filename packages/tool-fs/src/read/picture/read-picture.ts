import { type PictureKind, pictureSize } from '@loadout/core/model';
import { errors } from '../../errors.js';
import { remember } from '../../read-state.js';
import { loadWhole, type ReadJob } from '../read-job.js';
import { fitPicture, type Picture } from './fit-picture.js';
import { isComplete } from './is-complete.js';
import { PICTURE_NAMES } from './picture-kind.js';

const MOST_FILE_BYTES = 32 * 1024 * 1024;

/** Reads a picture file as an image block, after a line that describes it. Source: TOOL-READ-06. */
export async function readPicture(job: ReadJob, kind: PictureKind) {
  const bytes = loadWhole(job, { kind: PICTURE_NAMES[kind], limit: MOST_FILE_BYTES });
  const original = toPicture(bytes, { kind, path: job.shownPath });
  const shown = await fitPicture(original, job.shownPath);
  job.context.signal.throwIfAborted();
  remember(job, { extent: 'full', bytes });
  const block = pictureBlock(shown);
  const size = ({ width, height }: Picture) => `${width} x ${height} pixels`;
  const note = shown === original ? '' : `, shown as ${size(shown)} (${PICTURE_NAMES[shown.kind]})`;
  return {
    content: [
      {
        type: 'text' as const,
        text: `${job.shownPath}: ${PICTURE_NAMES[kind]}, ${size(original)}, ${bytes.length} bytes${note}`,
      },
      block,
    ],
    structuredContent: {
      type: 'image',
      file: {
        base64: block.data,
        type: block.mimeType,
        originalSize: bytes.length,
        dimensions: {
          originalWidth: original.width,
          originalHeight: original.height,
          displayWidth: shown.width,
          displayHeight: shown.height,
        },
      },
    },
  };
}

/** Checks the header and the end of a picture. A broken picture in a request would make the whole conversation unusable. */
export function toPicture(bytes: Buffer, { kind, path }: { readonly kind: PictureKind; readonly path: string }): Picture {
  const size = pictureSize((at) => bytes[at], kind);
  const problem = size === undefined ? 'its header does not say its size' : 'its end is missing';
  if (size === undefined || !isComplete(bytes, kind)) {
    throw errors.FILE_DAMAGED({ path, kind: PICTURE_NAMES[kind], problem });
  }
  return { kind, bytes, ...size };
}

export const pictureBlock = ({ kind, bytes }: Picture) => ({
  type: 'image' as const,
  data: bytes.toString('base64'),
  mimeType: `image/${kind}`,
});
