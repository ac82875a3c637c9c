import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig, type Plugin } from 'vitest/config';
import ofTheWorkspace from '../../vitest.config.js';

const folder = process.env.LOADOUT_HOSTS ?? 'hosts';
const root = fileURLToPath(new URL(folder, import.meta.url));
const PEERS = /^(@langchain\/core|@mastra\/core|@openai\/agents-core)(\/|$)/;

/** Resolves the optional packages of `@loadout/adapters` where the hosts are installed, as beside it in a project. */
const peers: Plugin = {
  name: 'peers-of-adapters',
  enforce: 'pre',
  resolveId(source) {
    return PEERS.test(source) ? this.resolve(source, `${root}/any.ts`, { skipSelf: true }) : undefined;
  },
};

const { include: _, ...test } = ofTheWorkspace.test ?? {};

/** The tests use the sources of this package, and the built packages of the plugins. */
export default mergeConfig(
  { ...ofTheWorkspace, test },
  defineConfig({ plugins: [peers], test: { root, include: ['*.hosts.ts'], testTimeout: 600_000 } }),
);
