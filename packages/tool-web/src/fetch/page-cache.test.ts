import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPageCache, type Page } from './page-cache.js';

const page = (text: string): Page => ({ url: 'u', status: 200, statusText: 'OK', bytes: 1, content: { type: 'text', text } });

describe('the page cache (TOOL-FETCH-04)', () => {
  it('keeps a page for its time and then lets go of it by itself', () => {
    let time = 0;
    const cache = createPageCache({ seconds: 900, now: () => time });
    cache.set('a', page('A'));
    time = 899_999;
    cache.set('b', page('B'));
    expect(cache.get('a')?.content).toEqual({ type: 'text', text: 'A' });
    time = 900_000;
    expect([cache.get('a'), cache.size]).toEqual([undefined, 1]);
    expect(cache.get('b')).toBeDefined();
    cache.clear();
  });

  it('looks again after the longest timer, not at once, for pages that are kept for years', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let asked = 0;
    const cache = createPageCache({ seconds: 1e9, now: () => asked++ });
    cache.set('a', page('A'));
    const before = asked;
    vi.advanceTimersByTime(24 * 86_400_000);
    expect(asked).toBe(before);
    vi.advanceTimersByTime(86_400_000);
    expect(asked).toBeGreaterThan(before);
    cache.clear();
  });

  it('is bounded in pages and in characters, the oldest going first', () => {
    const cache = createPageCache({ seconds: 900 });
    for (let index = 0; index < 150; index++) cache.set(`${index}`, page('x'));
    expect([cache.size, cache.get('49'), cache.get('50')?.url]).toEqual([100, undefined, 'u']);
    const million = 'x'.repeat(1024 * 1024);
    for (let index = 0; index < 40; index++) cache.set(`m${index}`, page(million));
    expect(cache.size).toBeLessThanOrEqual(16);
    cache.set('huge', page('x'.repeat(9 * 1024 * 1024)));
    expect(cache.get('huge')).toBeUndefined();
    cache.clear();
    expect(cache.size).toBe(0);
  });

  it('a page that is set again counts once and from then on', () => {
    let time = 0;
    const cache = createPageCache({ seconds: 1, now: () => time });
    cache.set('a', page('old'));
    cache.set('b', page('B'));
    time = 600;
    cache.set('a', page('new'));
    time = 1100;
    expect([cache.get('a')?.content, cache.get('b'), cache.size]).toEqual([{ type: 'text', text: 'new' }, undefined, 1]);
    cache.clear();
  });
});
