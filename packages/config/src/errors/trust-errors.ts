/** Rows of the table: trust and the lock file. */
export const trustErrors = {
  TRUST_FOLDER_OPEN: {
    message: (p: { problem: string }) => `This folder cannot be trusted from now on: ${p.problem}.`,
    fix: () =>
      'Remove write access for others, for example with: chmod o-w,g-w FOLDER. Or trust only the current content: loadout trust --yes',
  },
  TRUST_NEEDED: {
    message: (p: { config: string; what: string; changes?: string | undefined }) =>
      `${p.config} is not trusted, and ${p.what}.${p.changes === undefined ? '' : ` Since you trusted it:\n${p.changes}`}`,
    fix: (p: { hash: string }) =>
      `Review and trust it with: loadout trust. Without a terminal, set LOADOUT_TRUST=${p.hash}, or pass --trust with that hash.`,
  },
  TRUST_WAITS: {
    message: (p: { file: string; what: string }) => `${p.file}: ${p.what} is ignored, because this folder is not trusted.`,
    fix: (p: { hash: string }) => `Trust the folder in Claude Code, or set LOADOUT_TRUST=${p.hash}.`,
  },
  TRUST_RECORD: {
    message: (p: { file: string; problem: string }) => `The record of what you trust, ${p.file}, cannot be used: ${p.problem}.`,
    fix: (p: { file: string }) =>
      `Restrict its permissions with: chmod 600 ${p.file}. If you did not create the file, remove it.`,
  },
  TRUST_STORE: {
    message: (p: { file: string; problem: string }) =>
      `The record of what you trust, ${p.file}, cannot be read or written: ${p.problem}.`,
    fix: () => 'Set LOADOUT_STATE_DIR to a folder that you can read and write.',
  },
  TRUST_TOO_LARGE: {
    message: (p: { root: string; files: number; mebibytes: number }) =>
      `The parts of ${p.root} that need trust are too large to check: more than ${p.files} files or ${p.mebibytes} MiB.`,
    fix: () => 'Move the files that hooks, servers and plugins need to a separate folder, or publish them as a package.',
  },
};
