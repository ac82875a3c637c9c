/** The reason for leaving out a server of another tool's file. */
export const UNREACHABLE = 'the server has neither command nor url; write one of them under mcpServers';

/** Whether a server has a program or an address. `loadout check` refuses a server without either. */
export const isReachable = ({ command, url }: Readonly<Record<string, unknown>>): boolean =>
  command !== undefined || url !== undefined;
