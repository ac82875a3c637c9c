import * as z from 'zod';
import { free, waits } from './free.js';
import { mapOf } from './map-of.js';
import { merges } from './merge-way.js';
import { nonEmpty, refused } from './parts.js';

const HOST = /^(?:\*\.)?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;

/** Whether a text is a host such as `example.com` or `*.example.com`. */
export const isHost = (text: string): boolean => HOST.test(text);

const host = z
  .string()
  .refine(
    isHost,
    refused('must be a host such as example.com or *.example.com', 'Write the host alone, without protocol, port and path.'),
  );
const paths = z.array(nonEmpty);
const use = z.enum(['bubblewrap', 'off']);

const folders = mapOf(() => ({
  allowWrite: waits('Opens folders.', paths)
    .describe('Folders that commands can write, beside the working directories and a temporary folder.')
    .optional(),
  denyWrite: free('Closes folders.', merges('grows', paths))
    .describe('Folders that commands cannot write. Layers only add to it.')
    .optional(),
  denyRead: free('Closes folders.', merges('grows', paths))
    .describe('Folders that commands cannot read. Layers only add to it.')
    .optional(),
}));

const network = mapOf(() => ({
  allowedDomains: waits('Opens the network.', z.array(host))
    .describe('Hosts that commands can reach, such as example.com or *.example.com. Absent: none.')
    .optional(),
  deniedDomains: free('Closes hosts.', merges('grows', z.array(host)))
    .describe('Hosts that commands cannot reach. Layers only add to it.')
    .optional(),
  allowLocalBinding: free('Closes ports.', z.boolean(), [false])
    .describe('macOS only. true: commands can listen on ports of this machine. Default false.')
    .optional(),
  allowUnixSockets: waits('Opens sockets, such as that of Docker.', paths)
    .describe('macOS only: paths of sockets that commands can use. On Linux, the sandbox cannot be set up with it.')
    .optional(),
}));

const details = mapOf(() => ({
  use: free('Confines commands.', use, ['bubblewrap'])
    .describe(
      'bubblewrap: the sandbox of the system, which is bubblewrap on Linux and Seatbelt on macOS. off: none. Default bubblewrap.',
    )
    .optional(),
  required: free('Confines, or nothing runs.', z.boolean(), [true])
    .describe('Default true: commands do not run if the sandbox cannot be set up.')
    .optional(),
  autoAllow: free('Commands need a rule.', z.boolean(), [false])
    .describe(
      'true: commands in the sandbox need no allow rule. Deny and ask rules hold. Not with required: false. Default false.',
    )
    .optional(),
  excludedCommands: waits('Lets commands run outside.', z.array(nonEmpty))
    .describe('Commands that run outside of the sandbox, as patterns of Bash(...) rules. Each still needs a rule.')
    .optional(),
  filesystem: free('Its keys are decided one by one.', merges('stays', folders))
    .describe('The folders of commands in the sandbox.')
    .optional(),
  network: free('Its keys are decided one by one.', merges('stays', network))
    .describe('The network of commands in the sandbox.')
    .optional(),
}));

export const sandbox = free('Confines. A map is decided key by key.', merges('sandbox', z.union([use, details])), [
  'bubblewrap',
]).describe('How commands are kept in: bubblewrap (Seatbelt on macOS), off, or a map.');

export type SandboxDocument = z.output<typeof sandbox>;
export type SandboxDetails = z.output<typeof details>;
