/** Rows of the table: trust, and the lock file. */
export const trustErrors = {
  TRUST_FOLDER_OPEN: {
    message: (p: { problem: string }) => `This folder cannot be trusted from now on: ${p.problem}.`,
    fix: () =>
      'Make the folder yours alone, for example with: chmod o-w,g-w FOLDER. Or trust the content as it is: loadout trust --yes',
  },
  TRUST_NEEDED: {
    message: (p: { config: string; what: string; changes?: string | undefined }) =>
      `${p.config} is not trusted, and ${p.what}.${p.changes === undefined ? '' : ` Since you trusted it:\n${p.changes}`}`,
    fix: (p: { hash: string }) =>
      `Look at it with: loadout trust. Where nobody can be asked: LOADOUT_TRUST=${p.hash}, or --trust with that hash.`,
  },
  TRUST_WAITS: {
    message: (p: { file: string; what: string }) => `${p.file}: ${p.what} does not count, since this folder is not trusted.`,
    fix: (p: { hash: string }) => `Say in Claude Code that you trust the folder, or set LOADOUT_TRUST=${p.hash}.`,
  },
  TRUST_RECORD: {
    message: (p: { file: string; problem: string }) => `The record of what you trust, ${p.file}, cannot be used: ${p.problem}.`,
    fix: (p: { file: string }) => `Make it yours alone with: chmod 600 ${p.file}. If you did not write it, remove it.`,
  },
  TRUST_TOO_LARGE: {
    message: (p: { root: string; files: number; mebibytes: number }) =>
      `What waits for trust in ${p.root} is too large to be judged: more than ${p.files} files or ${p.mebibytes} MiB.`,
    fix: () => 'Put what hooks, servers and plugins need into a folder of its own, or publish it as a package.',
  },
  LOCK_CHANGED: {
    message: (p: { file: string; lines: readonly string[] }) =>
      `What is here is not what ${p.file} holds (- there, + here):\n${p.lines.map((line) => `  ${line}`).join('\n')}`,
    fix: () => 'If the change is meant, write it down with: loadout lock. If not, install what is locked: npm ci.',
  },
  LOCK_INVALID: {
    message: (p: { file: string; problem: string }) => `The lock file ${p.file} cannot be used: ${p.problem}.`,
    fix: () => 'Take it from version control again, or write it anew with: loadout lock.',
  },
  LOCK_MISSING: {
    message: (p: { file: string }) => `There is no ${p.file} to verify.`,
    fix: () => 'Write it with: loadout lock, and commit it.',
  },
};
