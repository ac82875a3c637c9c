import { setTimeout as pause } from 'node:timers/promises';
import type { McpServerConfig } from '../config/server-config.js';
import { problemOf } from '../text/clean-text.js';
import { changeSince } from '../tools/fingerprint.js';
import type { KeptListing } from '../tools/kept-listing.js';
import type { McpTool, ToolCall, ToolOwner } from '../tools/mcp-tool.js';
import { type QuarantinedTool, serverTools } from '../tools/server-tools.js';
import type { Listed } from './list-pages.js';

export interface ListingOptions {
  readonly config: McpServerConfig;
  readonly owner: ToolOwner;
  readonly approved?: Readonly<Record<string, string>> | undefined;
  /** The copy of the approved tools, which are offered before the server is started. */
  readonly kept?: KeptListing | undefined;
  /** Aborts connections that are being made now. */
  signal(): AbortSignal;
  /** Fetches the list. Returns `undefined` without a connection, because a new connection starts with the list. */
  fetch(): Promise<Listed | undefined>;
  onChange(): void;
  /** Said once, however often the list is read. */
  onWarning(warning: string): void;
}

const FIRST_GAP_MS = 50;
const LONGEST_GAP_MS = 30_000;

/** The tools of one server, and the reaction to their changes. */
export class ToolListing {
  tools: readonly McpTool[] = [];
  quarantined: readonly QuarantinedTool[] = [];
  /** The entries as the server listed them. */
  entries: readonly unknown[] = [];
  readonly #options: ListingOptions;
  #refreshing = false;
  #stale = false;
  /** Whether the approved tools are known without the server. */
  readonly isKept: boolean;

  constructor(options: ListingOptions) {
    this.#options = options;
    const kept = options.kept?.read();
    this.isKept = kept !== undefined;
    if (kept !== undefined) this.tools = serverTools(kept, options).tools;
  }

  take(listed: Listed): void {
    const { tools, quarantined } = serverTools(listed.items, this.#options);
    this.#tellOfTexts(tools);
    this.entries = listed.items;
    if (!this.isKept) this.#options.kept?.write(listed.items, quarantined);
    const same = identity(tools) === identity(this.tools);
    this.quarantined = quarantined;
    if (listed.problem !== undefined) this.#options.onWarning(listed.problem);
    for (const { name, why } of quarantined) this.#options.onWarning(`its tool "${name}" is left out: ${why}`);
    if (same) return;
    this.tools = tools;
    this.#options.onChange();
  }

  /**
   * Returns why an approved tool is not the tool that the model called, now that the server has listed its tools. Source: G1,
   * MCP-23.
   */
  changeOf({ tool, fingerprint, asksPerson }: ToolCall): string | undefined {
    if (this.#options.approved === undefined) return undefined;
    const now = this.tools.find(({ mcp }) => mcp.tool === tool);
    if (now === undefined)
      return this.quarantined.find(({ name }) => name === tool)?.why ?? 'the server does not list it any more';
    if (now.mcp.fingerprint !== fingerprint) return changeSince(fingerprint, now.mcp.fingerprint, 'since the model saw it');
    return now.mcp.requiresUserInteraction && !asksPerson ? 'the server wants a person to answer each call of it' : undefined;
  }

  /** Warns the person if the model reads a text that differs from the server's text or from the earlier one. */
  #tellOfTexts(tools: readonly McpTool[]): void {
    const { config, onWarning } = this.#options;
    const key = this.#options.owner.server;
    for (const { mcp } of tools) {
      if (mcp.wasCleaned) onWarning(`characters that cannot be seen were taken out of the description of its tool "${mcp.tool}"`);
      const before = this.tools.find((one) => one.mcp.tool === mcp.tool)?.mcp.fingerprint;
      const change = before === undefined ? undefined : changeSince(before, mcp.fingerprint, 'while the session went on');
      if (change !== undefined && config.instance === undefined)
        onWarning(
          `its tool "${mcp.tool}" is another now: ${change}; \`loadout lock\` holds the tools of "${key}" to what they are`,
        );
    }
  }

  /** Reads the list again soon. Several requests are one; a server that asks at each answer is asked ever more rarely. */
  refresh(): void {
    this.#stale = true;
    if (!this.#refreshing) void this.#refreshWhileStale();
  }

  async #refreshWhileStale() {
    const signal = this.#options.signal();
    this.#refreshing = true;
    try {
      for (let gap = FIRST_GAP_MS; this.#stale; gap = Math.min(gap * 2, LONGEST_GAP_MS)) {
        await pause(gap, undefined, { signal, ref: false });
        this.#stale = false;
        const listed = await this.#options.fetch();
        if (listed !== undefined) this.take(listed);
      }
    } catch (error) {
      if (!signal.aborted) this.#options.onWarning(`its changed list of tools could not be read: ${problemOf(error)}`);
    } finally {
      this.#refreshing = false;
    }
  }
}

const identity = (tools: readonly McpTool[]) =>
  JSON.stringify(
    tools.map(({ name, mcp, annotations, maxResultChars, deferral }) => [
      name,
      mcp.fingerprint,
      annotations,
      maxResultChars,
      mcp.requiresUserInteraction,
      deferral,
    ]),
  );
