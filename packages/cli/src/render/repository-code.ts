/** Programs whose work is to run what files of the folder say. */
const RUNS_CODE =
  /^Bash\((?:make|npm|npx|pnpm|yarn|bun|node|deno|python3?|pytest|cargo|go|gradle|mvn|just|rake|bundle|composer|tox|bash|sh)\b/;

/** Whether an allow rule lets a program run whatever the repository contains when it runs. Such a rule is bound as text alone. */
export const runsRepositoryCode = (rule: string): boolean => rule === 'Bash' || RUNS_CODE.test(rule);

export const carefulWith = (rule: string): string =>
  `Careful: ${rule} runs whatever scripts, build files and dependencies this repository contains at that time.`;
