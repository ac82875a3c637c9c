/** The time that the processes of a command have between SIGTERM and SIGKILL. */
export const GRACE = { termMs: 300 };
