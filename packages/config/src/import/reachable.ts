/** Why a server of another tool's file is left out. */
export const UNREACHABLE = 'the server has neither command nor url; write one of them under mcpServers';

/** A server without a program and without an address is refused by `loadout check`. */
export const isReachable = ({ command, url }: Readonly<Record<string, unknown>>): boolean =>
  command !== undefined || url !== undefined;
