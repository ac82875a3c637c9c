import { afterAll } from 'vitest';
import { endOfFile } from './end-of-file.js';

const cleanUps: (() => unknown)[] = [];
endOfFile.cleanUps = cleanUps;

afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
