import { createHash } from 'node:crypto';
import { canonicalJson } from '@loadout/node';

/** The parts of a server's tool that a person approves. */
export interface FingerprintedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
}

/** Server key -> the server's own tool name -> fingerprint. Source: MCP-23. */
export type McpFingerprints = Readonly<Record<string, Readonly<Record<string, string>>>>;

const FORM = 'sha256-';

/**
 * `sha256-<name and description>.<schema>`: two digests, so that a change can be told apart. They are over the server's own
 * words; the order of keys does not matter. Source: MCP-23.
 */
export function fingerprint(tool: FingerprintedTool): string {
  return `${FORM}${digest([tool.name, tool.description ?? ''])}.${digest(tool.inputSchema)}`;
}

/** Describes the change since `approved`, or returns `undefined` if there is none. Without `approved`, the tool is new. */
export function changeSince(approved: string | undefined, now: string, since = 'since it was approved'): string | undefined {
  if (approved === now) return undefined;
  if (approved === undefined) return 'it is new since the tools of this server were approved';
  const [before, after] = [partsOf(approved), partsOf(now)];
  const changed = ['description', 'schema'].filter((_, index) => before[index] !== after[index]);
  return `its ${changed.join(' and its ')} changed ${since}`;
}

const partsOf = (text: string) => text.slice(FORM.length).split('.');

const digest = (value: unknown) =>
  createHash('sha256')
    .update(canonicalJson(value) ?? '')
    .digest('base64url');
