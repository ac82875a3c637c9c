/** The time between SIGTERM and SIGKILL for the processes of a command. */
export const GRACE = { termMs: 300 };
