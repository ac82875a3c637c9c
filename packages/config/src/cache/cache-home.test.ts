import { expect, it } from 'vitest';
import { cacheHome } from './plan-cache.js';

it.each([
  [{}, undefined],
  [{ HOME: '' }, undefined],
  [{ HOME: '.' }, undefined],
  [{ HOME: '.', XDG_CACHE_HOME: 'cache' }, undefined],
  [{ HOME: '/home/ann', XDG_CACHE_HOME: '' }, '/home/ann/.cache'],
  [{ HOME: '/home/ann', XDG_CACHE_HOME: './cache' }, '/home/ann/.cache'],
  [{ HOME: '/home/ann', XDG_CACHE_HOME: '/c' }, '/c'],
])('a cache is never in the folder of a repository: %j', (env, folder) => expect(cacheHome(env)).toBe(folder));
