import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject } from '@loadout/core';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import type { ClientCapabilities } from 'vscode-languageserver-protocol';

/** Facts from which the answers to a server are built. */
export interface ClientFacts {
  readonly root: string;
  readonly settings: object | undefined;
  /** Methods that the server registered after its start. */
  readonly registered: Set<string>;
}

/** Answers the requests of a server to its editor: enough for it to work, and nothing that changes a file. */
export function answerServer(connection: MessageConnection, facts: ClientFacts): void {
  const answers: Readonly<Record<string, (params: unknown) => unknown>> = {
    'workspace/configuration': (params) => configuration(params, facts.settings),
    'workspace/workspaceFolders': () => [folderOf(facts.root)],
    'workspace/applyEdit': () => ({ applied: false, failureReason: 'This client changes no files on behalf of a server.' }),
    'client/registerCapability': (params) => {
      for (const method of methodsOf(params, 'registrations')) facts.registered.add(method);
      return null;
    },
    'client/unregisterCapability': (params) => {
      for (const method of methodsOf(params, 'unregisterations')) facts.registered.delete(method);
      return null;
    },
    'window/workDoneProgress/create': () => null,
    'window/showMessageRequest': () => null,
    'window/showDocument': () => ({ success: false }),
    'workspace/diagnostic/refresh': () => null,
    'workspace/semanticTokens/refresh': () => null,
    'workspace/inlayHint/refresh': () => null,
    'workspace/codeLens/refresh': () => null,
  };
  for (const [method, answer] of Object.entries(answers)) connection.onRequest(method, answer);
}

export const folderOf = (root: string) => ({ uri: pathToFileURL(root).href, name: basename(root) });

/** One answer for each item: the settings of its section, or `null`. */
function configuration(params: unknown, settings: object | undefined): readonly unknown[] {
  const items = isObject(params) && Array.isArray(params.items) ? params.items : [];
  return items.map((item: unknown) => {
    const section = isObject(item) && typeof item.section === 'string' ? item.section : '';
    return valueAt(settings, section === '' ? [] : section.split('.')) ?? null;
  });
}

function valueAt(settings: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), settings);
}

function methodsOf(params: unknown, key: string): readonly string[] {
  const list = isObject(params) && Array.isArray(params[key]) ? params[key] : [];
  return list.slice(0, 200).flatMap((one: unknown) => (isObject(one) && typeof one.method === 'string' ? [one.method] : []));
}

/** The capabilities of this client. No writes, and no file watching: servers watch files themselves. */
export const clientCapabilities = {
  general: { positionEncodings: ['utf-16', 'utf-8', 'utf-32'] },
  window: { workDoneProgress: true, showDocument: { support: false } },
  workspace: {
    applyEdit: false,
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: false },
    didChangeWatchedFiles: { dynamicRegistration: false },
    symbol: { dynamicRegistration: true },
    diagnostics: { refreshSupport: true },
  },
  textDocument: {
    synchronization: { dynamicRegistration: false, didSave: true },
    definition: { dynamicRegistration: true, linkSupport: true },
    implementation: { dynamicRegistration: true, linkSupport: true },
    references: { dynamicRegistration: true },
    hover: { dynamicRegistration: true, contentFormat: ['markdown', 'plaintext'] },
    documentSymbol: { dynamicRegistration: true, hierarchicalDocumentSymbolSupport: true },
    callHierarchy: { dynamicRegistration: true },
    publishDiagnostics: { versionSupport: true, relatedInformation: false },
    // Not to be registered later: pyright then stops to send them and answers late.
    diagnostic: { dynamicRegistration: false, relatedDocumentSupport: false },
  },
} satisfies ClientCapabilities;
