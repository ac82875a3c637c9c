import { errors } from '../errors.js';
import { decode, textFormat } from '../files/encoding.js';
import type { Extent } from '../read-state.js';
import { type Gathered, linesOf, linesOfFile } from './gather-lines.js';
import { layOut, type Page } from './page.js';
import { charLimit, DEFAULT_LINES, type ReadJob } from './read-job.js';
import { remember } from './remember.js';

/** Numbered lines of a text file. Source: TOOL-READ-02, -03, -04, -09. */
export function readText(job: ReadJob) {
  const { head, input } = job;
  const format = textFormat(head);
  const window = { first: Math.max(1, input.offset ?? 1), count: input.limit ?? DEFAULT_LINES, maxChars: charLimit(input) };
  if (job.isWhole) return conclude(job, linesOf(decode(head, format), window));
  return linesOfFile(job.file, { head, format, window, signal: job.context.signal }).then((gathered) => conclude(job, gathered));
}

function conclude(job: ReadJob, gathered: Gathered) {
  const { input, shownPath: path } = job;
  const most = charLimit(input);
  const page = layOut(gathered, { first: Math.max(1, input.offset ?? 1), most, path });
  if (page.capped && input.limit !== undefined) {
    throw errors.FILE_RANGE_TOO_LARGE({ path, limit: input.limit, fits: Math.max(1, page.lines.length), cap: most });
  }
  const extent = extentOf(page);
  if (extent !== undefined) remember(job, { extent, bytes: job.isWhole ? job.head : undefined });
  return {
    content: page.text,
    structuredContent: {
      type: 'text',
      file: {
        filePath: path,
        content: page.content,
        numLines: page.lines.length,
        startLine: page.first,
        ...(page.total === undefined ? {} : { totalLines: page.total }),
        ...(page.capped ? { truncatedByTokenCap: true } : {}),
      },
    },
  };
}

/** `undefined` when nothing of the file was shown though it has lines. */
function extentOf(page: Page): Extent | undefined {
  if (page.capped) return 'partial';
  if (page.first === 1 && page.lines.length === page.total) return 'full';
  return page.lines.length > 0 ? 'range' : undefined;
}
