type Near = { nearest?: string | undefined };
const hint = (p: Near) => (p.nearest === undefined ? '' : ` Did you mean ${p.nearest}?`);

/**
 * The errors of what a person types behind any command. They are rows of the command's own table. A package of commands throws them too,
 * and leaves them out of the table that it exports.
 */
export const usageErrors = {
  USAGE_FLAG_VALUE: {
    message: (p: { label: string; found?: string | undefined }) =>
      `The flag ${p.label} needs a value${p.found === undefined ? '' : `, but ${p.found} follows`}.`,
    fix: () => 'Write the value after the flag. If the value starts with a dash, write --flag=value.',
  },
  USAGE_FLAG_NO_VALUE: {
    message: (p: { flag: string; value: string }) => `The flag ${p.flag} takes no value, but has ${JSON.stringify(p.value)}.`,
    fix: (p: { flag: string }) => `Write ${p.flag} alone.`,
  },
  USAGE_FLAG_CHOICE: {
    message: (p: { flag: string; value: string } & Near) => `${p.flag} cannot be ${JSON.stringify(p.value)}.${hint(p)}`,
    fix: (p: { choices: readonly string[] }) => `Use one of: ${p.choices.join(', ')}.`,
  },
  USAGE_FLAG_NUMBER: {
    message: (p: { flag: string; value: string }) =>
      `${p.flag} must be a whole number greater than 0, but is ${JSON.stringify(p.value)}.`,
  },
  USAGE_FLAG_CONTENT: {
    message: (p: { flag: string; problem: string }) => `The value of ${p.flag} cannot be used: ${p.problem}.`,
    fix: (p: { expected: string }) => `Give ${p.expected}.`,
  },
  USAGE_FLAGS_TOGETHER: {
    message: (p: { flags: readonly string[] }) => `${p.flags.join(' and ')} cannot be used together.`,
    fix: () => 'Use only one of them.',
  },
  USAGE_FLAG_ALONE: {
    message: (p: { flag: string; needs: string }) => `${p.flag} has no effect without ${p.needs}.`,
    fix: (p: { flag: string; needs: string }) => `Add ${p.needs}, or remove ${p.flag}.`,
  },
  USAGE_CALL: {
    message: (p: { text: string; problem: string }) => `The call ${JSON.stringify(p.text)} cannot be read: ${p.problem}.`,
    fix: () => 'Write "Bash(npm test)", "Read(src/x.ts)" or \'Tool({"key": "value"})\'.',
  },
  TRUST_HASH: {
    message: (p: { found: string; from: string }) => `${p.from} is ${JSON.stringify(p.found)}, which is not a SHA-256 hash.`,
    fix: () => 'Use the 64 hexadecimal digits that loadout trust --show prints.',
  },
  TRUST_OTHER: {
    message: (p: { config: string; hash: string; changes?: string | undefined }) =>
      `The content of ${p.config} that needs trust has the hash ${p.hash}, not the one given.${p.changes === undefined ? '' : ` Since you trusted it:\n${p.changes}`}`,
    fix: () => 'Show the content with: loadout trust --show',
  },
  FOLDER_MISSING: {
    message: (p: { flag: string; dir: string }) => `${p.flag} names ${p.dir}, which is not a folder.`,
  },
  FILE_NOT_WRITTEN: {
    message: (p: { file: string; problem: string }) => `${p.file} cannot be written: ${p.problem}.`,
  },
  USAGE_PARAM: {
    message: (p: { value: string }) => `--param takes key=value, but is ${JSON.stringify(p.value)}.`,
    fix: () => 'Write --param name=value, once for each param.',
  },
};
