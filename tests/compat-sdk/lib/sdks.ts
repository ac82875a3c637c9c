import { fileURLToPath } from 'node:url';
import * as official from '@anthropic-ai/claude-agent-sdk';
import * as own from '@loadout/sdk';

/** The imports of a program. The scenarios are written once, with the types of Loadout's package. */
export type Sdk = Pick<
  typeof own,
  | 'query'
  | 'tool'
  | 'createSdkMcpServer'
  | 'listSessions'
  | 'getSessionMessages'
  | 'listSubagents'
  | 'getSubagentMessages'
  | 'forkSession'
  | 'AbortError'
> & {
  readonly name: string;
  /** Options that make a program run on Loadout. */
  readonly engine: object;
};

export const bin = fileURLToPath(new URL('../../../packages/cli/bin/loadout.js', import.meta.url));

export const officialSdk: Sdk = {
  ...(official as unknown as Omit<Sdk, 'name' | 'engine'>),
  name: 'the official SDK over the command',
  engine: { pathToClaudeCodeExecutable: bin },
};

export const ownSdk: Sdk = { ...own, name: 'the same program in process', engine: {} };

/** With an earlier SDK, only that one: Loadout's own package is the same for all of them. */
export const sdks: readonly Sdk[] = process.env.LOADOUT_COMPAT_VERSION === undefined ? [officialSdk, ownSdk] : [officialSdk];
