import * as z from 'zod';
import { nonEmpty, refused } from './parts.js';
import { refinements } from './refinements.js';

const host = z
  .string()
  .refine(
    refinements.isHost,
    refused('must be a host such as example.com or *.example.com', 'Write the host alone, without protocol, port and path.'),
  );
const paths = z.array(nonEmpty);
const use = z.enum(['bubblewrap', 'off']);

const details = z.strictObject({
  use: use.describe('What keeps commands in. Default bubblewrap.').optional(),
  required: z.boolean().describe('Default true: where it cannot be set up, commands do not run.').optional(),
  autoAllow: z.boolean().describe('Commands in the sandbox need no allow rule. Deny and ask rules hold.').optional(),
  excludedCommands: z
    .array(nonEmpty)
    .describe('Patterns as in Bash(...) rules: these run outside. Each still needs a rule.')
    .optional(),
  filesystem: z
    .strictObject({
      allowWrite: paths.describe('Beside the working directories and a temporary folder.').optional(),
      denyWrite: paths.describe('Layers only add to it.').optional(),
      denyRead: paths.describe('Layers only add to it.').optional(),
    })
    .optional(),
  network: z
    .strictObject({
      allowedDomains: z.array(host).describe('Absent: no network.').optional(),
      deniedDomains: z.array(host).describe('Layers only add to it.').optional(),
      allowLocalBinding: z.boolean().optional(),
      allowUnixSockets: paths.optional(),
    })
    .optional(),
});

export const sandbox = z.union([use, details]).describe('How commands are kept in: bubblewrap, off, or a map.');

export type SandboxDocument = z.output<typeof sandbox>;
export type SandboxDetails = z.output<typeof details>;
