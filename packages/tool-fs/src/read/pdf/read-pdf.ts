import { pathToFileURL } from 'node:url';
import { errors } from '../../errors.js';
import { remember } from '../../read-state.js';
import { loadWhole, type ReadJob } from '../read-job.js';
import { openPdf, type Pdf } from './open-pdf.js';

const MOST_FILE_BYTES = 100 * 1024 * 1024;
/** The most pages of a PDF that is sent as a document, which shows the model pages and not only text. */
const WHOLE_PAGES = 10;
const WHOLE_BYTES = 8 * 1024 * 1024;

/** Returns a short PDF as a document, or the requested pages of any PDF as text. Source: TOOL-READ-07. */
export async function readPdf(job: ReadJob) {
  const bytes = loadWhole(job, { kind: 'PDF document', limit: MOST_FILE_BYTES });
  const pdf = await openPdf(bytes, job.shownPath);
  try {
    if (job.pages !== undefined) return await showPages({ job, pdf, bytes }, pageList(job.pages, pdf.pages));
    if (pdf.pages <= WHOLE_PAGES && bytes.length <= WHOLE_BYTES) return showWhole({ job, pdf, bytes });
    const most = { mostPages: WHOLE_PAGES, mostBytes: WHOLE_BYTES, perCall: MOST_PAGES };
    throw errors.PDF_PAGES_NEEDED({ path: job.shownPath, pages: pdf.pages, bytes: bytes.length, ...most });
  } finally {
    await pdf.close();
  }
}

interface OpenPdf {
  readonly job: ReadJob;
  readonly pdf: Pdf;
  readonly bytes: Buffer;
}

function showWhole({ job, pdf, bytes }: OpenPdf) {
  remember(job, { extent: 'full', bytes });
  const base64 = bytes.toString('base64');
  const uri = pathToFileURL(job.shownPath).href;
  const text = `${job.shownPath}: PDF document, ${pdf.pages} ${pdf.pages === 1 ? 'page' : 'pages'}, ${bytes.length} bytes`;
  return {
    content: [
      { type: 'text' as const, text },
      { type: 'resource' as const, resource: { uri, mimeType: 'application/pdf', blob: base64 } },
    ],
    structuredContent: { type: 'pdf', file: { filePath: job.shownPath, base64, originalSize: bytes.length } },
  };
}

async function showPages({ job, pdf, bytes }: OpenPdf, numbers: readonly number[]) {
  const { most } = job;
  const shown: { readonly page: number; readonly text: string }[] = [];
  let content = '';
  for (const page of numbers) {
    job.context.signal.throwIfAborted();
    const text = (await pdf.text(page)).trim() || '(no text on this page: perhaps it is scanned)';
    const whole = `${content === '' ? '' : '\n\n'}--- page ${page} of ${pdf.pages} ---\n${text}`;
    if (content.length + whole.length > most) {
      const kept = content === '' ? whole.slice(0, most) : '';
      content += `${kept}\n\nPARTIAL view: cut after ${most} characters, ${kept === '' ? 'before' : 'within'} page ${page}. Ask for the rest with pages.`;
      if (kept !== '') shown.push({ page, text: kept });
      break;
    }
    content += whole;
    shown.push({ page, text });
  }
  remember(job, { extent: 'range', bytes });
  const file = { filePath: job.shownPath, originalSize: bytes.length, count: shown.length, totalPages: pdf.pages };
  return { content, structuredContent: { type: 'parts', file, pages: shown } };
}

const MOST_PAGES = 20;

const PART = /^(\d+)(?:(-)(\d*))?$/;

/** The page numbers that "3", "1-5", "1,4-6" or "10-" ask for, in that order, each once. Source: TOOL-READ-07. */
function pageList(pages: string, total: number): number[] {
  const refuse = (problem: string) => errors.PDF_PAGES_INVALID({ pages, problem, most: MOST_PAGES });
  const wanted = new Set<number>();
  for (const part of pages.split(',').map((text) => text.trim())) {
    const match = PART.exec(part);
    if (match === null) throw refuse(`${JSON.stringify(part)} is neither a page nor a range of pages`);
    const first = Number(match[1]);
    const last = match[2] === undefined ? first : match[3] === '' ? total : Number(match[3]);
    if (first < 1) throw refuse('pages count from 1');
    if (first > total) throw refuse(`the document has ${total} ${total === 1 ? 'page' : 'pages'}`);
    if (last < first) throw refuse(`${JSON.stringify(part)} ends before it begins`);
    for (let page = first; page <= Math.min(last, total); page++) wanted.add(page);
  }
  if (wanted.size > MOST_PAGES) throw refuse(`these are ${wanted.size} pages of ${total}`);
  return [...wanted];
}
