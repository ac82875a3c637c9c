import type { ClientCapabilities } from 'vscode-languageserver-protocol';

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
