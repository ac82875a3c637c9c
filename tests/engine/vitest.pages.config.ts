import { defineConfig, mergeConfig } from 'vitest/config';
import ofTheEngine from './vitest.config.js';

/** The tests of the engine with a Chromium, which not every machine has. */
const { include: _, ...test } = ofTheEngine.test ?? {};

export default mergeConfig({ ...ofTheEngine, test }, defineConfig({ test: { include: ['*.pages.ts'] } }));
