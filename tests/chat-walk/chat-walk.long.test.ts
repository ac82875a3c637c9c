import { describe, expect, it } from 'vitest';
import { ASKING } from './asking.test-kit.js';
import { LASTING } from './lasting.test-kit.js';
import { TROUBLE } from './trouble.test-kit.js';
import { firstPageOf, pageOf, type Walk, writePage, writtenPage, writtenScreen } from './walk-page.test-kit.js';
import { WORKING } from './working.test-kit.js';
import { WRITING } from './writing.test-kit.js';

const WALKS: readonly Walk[] = [
  { name: 'work', title: 'Work with the agent', jobs: WORKING },
  { name: 'questions', title: 'Answer questions', jobs: ASKING },
  { name: 'editor', title: 'Write a prompt', jobs: WRITING },
  { name: 'long-work', title: 'Long work and sessions', jobs: LASTING },
  { name: 'trouble', title: 'When something fails', jobs: TROUBLE },
];
const UPDATES = process.env.UPDATE_EXPECTED === '1';
const screens = new Map<string, string>();

describe.each(WALKS)('the walk through the chat: $title', (walk) => {
  it.each(walk.jobs)('$title', async (job) => {
    const screen = await job.walk();
    screens.set(job.title, screen);
    if (!UPDATES) expect(screen).toBe(writtenScreen(job, walk));
  });

  it('the page has these jobs, in this order', () => {
    const page = pageOf(
      walk.title,
      walk.jobs.map((job) => [job, screens.get(job.title) ?? writtenScreen(job, walk)]),
    );
    if (UPDATES) writePage(walk.name, page);
    expect(writtenPage(walk.name)).toBe(page);
  });
});

it('the first page of the walk lists the others', () => {
  const page = firstPageOf(WALKS);
  if (UPDATES) writePage('', page);
  expect(writtenPage('')).toBe(page);
});
