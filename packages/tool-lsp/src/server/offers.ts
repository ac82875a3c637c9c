import { isObject } from '@loadout/core';

export const operations = [
  'goToDefinition',
  'findReferences',
  'hover',
  'documentSymbol',
  'workspaceSymbol',
  'goToImplementation',
  'prepareCallHierarchy',
  'incomingCalls',
  'outgoingCalls',
] as const;

export type Operation = (typeof operations)[number];

/** The capability and the method behind each operation. Calls begin with the items of the place. */
const behind: Readonly<Record<Operation, readonly [capability: string, method: string]>> = {
  goToDefinition: ['definitionProvider', 'textDocument/definition'],
  findReferences: ['referencesProvider', 'textDocument/references'],
  hover: ['hoverProvider', 'textDocument/hover'],
  documentSymbol: ['documentSymbolProvider', 'textDocument/documentSymbol'],
  workspaceSymbol: ['workspaceSymbolProvider', 'workspace/symbol'],
  goToImplementation: ['implementationProvider', 'textDocument/implementation'],
  prepareCallHierarchy: ['callHierarchyProvider', 'textDocument/prepareCallHierarchy'],
  incomingCalls: ['callHierarchyProvider', 'textDocument/prepareCallHierarchy'],
  outgoingCalls: ['callHierarchyProvider', 'textDocument/prepareCallHierarchy'],
};

export interface Offers {
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly registered: ReadonlySet<string>;
}

/** The operations that a server says it can do, at its start or since. */
export function offered({ capabilities, registered }: Offers): readonly Operation[] {
  return operations.filter((operation) => {
    const [capability, method] = behind[operation];
    return isOn(capabilities[capability]) || registered.has(method);
  });
}

/** Tests whether the server answers requests for diagnostics, and does not only publish them. */
export const givesDiagnostics = ({ capabilities }: Offers) => isOn(capabilities.diagnosticProvider);

/** A command that it runs on request. */
export function hasCommand({ capabilities }: Offers, command: string): boolean {
  const provider = capabilities.executeCommandProvider;
  return isObject(provider) && Array.isArray(provider.commands) && provider.commands.includes(command);
}

const isOn = (value: unknown) => value === true || isObject(value);
