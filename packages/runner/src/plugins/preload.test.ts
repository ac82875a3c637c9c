import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FirstUse } from './first-use.js';
import { Preload } from './preload.js';

const LONG_MS = 10_000;
const working = { idle: 0, active: 100, utilization: 1 };
const waiting = { idle: 100, active: 0, utilization: 0 };

/** Imports that note their names. */
function imports(...names: readonly string[]) {
  const imported: string[] = [];
  return { imported, preload: new Preload(names.map((name) => () => void imported.push(name))) };
}

describe('the modules of listed plugins', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const state = (now: typeof working) => vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue(now);

  it('are imported in order, each once, while the process only waits', () => {
    state(waiting);
    const { imported, preload } = imports('fs', 'shell', 'web');
    preload.begin();
    expect(imported).toEqual([]);
    vi.advanceTimersByTime(LONG_MS);
    expect(imported).toEqual(['fs', 'shell', 'web']);
    preload.begin();
    vi.advanceTimersByTime(LONG_MS);
    expect(imported).toEqual(['fs', 'shell', 'web']);
  });

  it('are imported one in a turn of the event loop, so that an answer comes between two', () => {
    state(waiting);
    const imported: string[] = [];
    const preload = new Preload([
      () => {
        imported.push('fs');
        stop();
      },
      () => void imported.push('shell'),
    ]);
    const stop = preload.begin();
    vi.advanceTimersByTime(LONG_MS);
    expect(imported).toEqual(['fs']);
    preload.begin();
    vi.advanceTimersByTime(LONG_MS);
    expect(imported).toEqual(['fs', 'shell']);
  });

  it('are not imported while a request is being made, nor once it has its answer', () => {
    const load = state(working);
    const { imported, preload } = imports('fs');
    const stop = preload.begin();
    vi.advanceTimersByTime(LONG_MS);
    expect(imported).toEqual([]);
    load.mockReturnValue(waiting);
    stop();
    vi.advanceTimersByTime(LONG_MS);
    expect(imported).toEqual([]);
  });
});

describe('a plugin that is imported ahead', () => {
  const use = '@loadout/tool-x';

  it('is set up at its first use', () => {
    const happened: string[] = [];
    const plugin = new FirstUse(use, () => {
      happened.push('prepared');
      return () => {
        happened.push('set up');
        return { tools: [] };
      };
    });
    plugin.preload();
    plugin.preload();
    expect([plugin.isLoaded, happened]).toEqual([false, ['prepared']]);
    expect(() => plugin.tool('X')).toThrow('no tool X');
    expect(happened).toEqual(['prepared', 'set up']);
  });

  it('tells its failure at the call alone', () => {
    const fail = () => {
      throw new Error('its module does not load');
    };
    const plugin = new FirstUse(use, fail);
    expect(() => plugin.preload()).not.toThrow();
    expect(() => plugin.tool('X')).toThrow('its module does not load');
  });

  it('is not imported again after its use, nor after its end', async () => {
    const prepare = vi.fn(() => () => ({}));
    const used = new FirstUse(use, prepare);
    expect(() => used.source()).toThrow('no tool source');
    used.preload();
    expect(prepare).toHaveBeenCalledTimes(1);
    const ended = new FirstUse(use, prepare);
    await ended.dispose();
    ended.preload();
    expect(prepare).toHaveBeenCalledTimes(1);
  });
});
