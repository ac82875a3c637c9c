/** The exports for the scripts that write the docs. The command itself starts in `main.ts`. */
export const { commandReference, errors, errorTable } = await import('./commands/others.js');
