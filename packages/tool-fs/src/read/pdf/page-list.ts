import { errors } from '../../errors.js';

export const MOST_PAGES = 20;

const PART = /^(\d+)(?:(-)(\d*))?$/;

/** The page numbers that "3", "1-5", "1,4-6" or "10-" ask for, in that order, each once. Source: TOOL-READ-07. */
export function pageList(pages: string, total: number): number[] {
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
