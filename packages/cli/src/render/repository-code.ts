/** Rules that let code from the files of the folder run: every command, a path, or one of these programs, also behind a wrapper. */
const RUNS_CODE =
  /^Bash\((?:\*|\.{0,2}\/|(?:(?:env|nice|nohup|time|timeout \S+)\s+)*(?:make|npm|npx|pnpm|yarn|bun|node|deno|python3?|uv|pytest|cargo|go|gradle|mvn|just|rake|bundle|composer|tox|bash|sh)\b)/;

/**
 * Whether an allow rule lets a program run code from the repository. The lock and the trust cover only the text of such a rule.
 */
export const runsRepositoryCode = (rule: string): boolean => rule === 'Bash' || RUNS_CODE.test(rule);

export const carefulWith = (rule: string): string =>
  `Careful: ${rule} runs whatever scripts, build files and dependencies this repository contains at that time.`;
