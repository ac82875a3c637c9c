/** The exports for the scripts that write the docs. The command itself starts in `main.ts`. */
export const { allCommands, errors, errorTable, exitCodes, flagLabel, signature } = await import('./commands/others.js');
