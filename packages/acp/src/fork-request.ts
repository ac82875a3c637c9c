import type { LoadSessionRequest } from '@agentclientprotocol/sdk';
import { z } from 'zod';

const pairs = z.array(z.object({ name: z.string(), value: z.string() }));
const named = z.object({ name: z.string() });
const server = z.union([
  named.extend({ type: z.enum(['http', 'sse']), url: z.string(), headers: pairs }),
  named.extend({ command: z.string(), args: z.array(z.string()), env: pairs }),
]);

/**
 * The request `session/fork`, which the SDK has among its unstable methods alone. Its fields are those of `session/resume`.
 * Source: the schema of ACP 1, session/fork.
 */
export type ForkRequest = Pick<LoadSessionRequest, 'sessionId' | 'cwd' | 'additionalDirectories' | 'mcpServers'>;

/** Throws if the parameters have another form, which the client is told as error -32602. */
export const forkRequest: { parse(params: unknown): ForkRequest } = z.object({
  sessionId: z.string(),
  cwd: z.string(),
  additionalDirectories: z.array(z.string()).default([]),
  mcpServers: z.array(server).default([]),
});

/** The sign of the capability, which the types of the SDK do not have. */
export const FORK: object = { fork: {} };
