import { describe, expect, it } from 'vitest';
import { ASKING } from './asking.test-kit.js';
import { LASTING } from './lasting.test-kit.js';
import { TROUBLE } from './trouble.test-kit.js';
import { pageOf, writePage, writtenPage, writtenScreen } from './walk-page.test-kit.js';
import { WORKING } from './working.test-kit.js';
import { WRITING } from './writing.test-kit.js';

const JOBS = [...WORKING, ...ASKING, ...WRITING, ...LASTING, ...TROUBLE];
const UPDATES = process.env.UPDATE_EXPECTED === '1';
const screens = new Map<string, string>();

describe('a walk through the chat', () => {
  it.each(JOBS)('$title', async (job) => {
    const screen = await job.walk();
    screens.set(job.title, screen);
    if (!UPDATES) expect(screen).toBe(writtenScreen(job));
  });

  it('the page has these jobs, in this order', () => {
    const page = pageOf(JOBS.map((job) => [job, screens.get(job.title) ?? writtenScreen(job)]));
    if (UPDATES) writePage(page);
    expect(writtenPage()).toBe(page);
  });
});
