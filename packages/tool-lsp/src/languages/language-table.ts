/** A way to serve a language. */
export interface Candidate {
  readonly command: string;
  readonly args: readonly string[];
  /** A requirement beside the program. */
  readonly needs?: 'tsserver' | 'native-typescript' | undefined;
  readonly install: string;
  readonly initializationOptions?: object | undefined;
}

export interface LanguageEntry {
  /** The key under `servers` of the options. */
  readonly name: string;
  /** Extension -> the language id of the protocol. */
  readonly extensions: Readonly<Record<string, string>>;
  /** The first that is installed is used. */
  readonly candidates: readonly Candidate[];
  readonly settings?: object | undefined;
}

/**
 * The built-in servers. Their options prevent them from running code of the workspace and from using the network, as far as the
 * servers support that.
 */
export const languageTable: readonly LanguageEntry[] = [
  {
    name: 'typescript',
    extensions: {
      '.ts': 'typescript',
      '.mts': 'typescript',
      '.cts': 'typescript',
      '.tsx': 'typescriptreact',
      '.js': 'javascript',
      '.mjs': 'javascript',
      '.cjs': 'javascript',
      '.jsx': 'javascriptreact',
    },
    candidates: [
      {
        command: 'typescript-language-server',
        args: ['--stdio'],
        needs: 'tsserver',
        install: 'npm install -g typescript-language-server typescript@6',
        initializationOptions: { disableAutomaticTypingAcquisition: true },
      },
      { command: 'tsc', args: ['--lsp', '--stdio'], needs: 'native-typescript', install: 'npm install -g typescript@7' },
    ],
  },
  {
    name: 'python',
    extensions: { '.py': 'python', '.pyi': 'python' },
    candidates: [
      { command: 'pyright-langserver', args: ['--stdio'], install: 'npm install -g pyright' },
      { command: 'basedpyright-langserver', args: ['--stdio'], install: 'pip install basedpyright' },
      { command: 'pylsp', args: [], install: 'pip install python-lsp-server' },
    ],
  },
  {
    name: 'yaml',
    extensions: { '.yaml': 'yaml', '.yml': 'yaml' },
    candidates: [{ command: 'yaml-language-server', args: ['--stdio'], install: 'npm install -g yaml-language-server' }],
    settings: { yaml: { schemaStore: { enable: false }, validate: true } },
  },
  {
    name: 'bash',
    extensions: { '.sh': 'shellscript', '.bash': 'shellscript' },
    candidates: [{ command: 'bash-language-server', args: ['start'], install: 'npm install -g bash-language-server' }],
  },
  {
    name: 'go',
    extensions: { '.go': 'go' },
    candidates: [{ command: 'gopls', args: [], install: 'go install golang.org/x/tools/gopls@latest' }],
  },
  {
    name: 'rust',
    extensions: { '.rs': 'rust' },
    candidates: [
      {
        command: 'rust-analyzer',
        args: [],
        install: 'rustup component add rust-analyzer',
        initializationOptions: {
          cargo: { buildScripts: { enable: false } },
          procMacro: { enable: false },
          checkOnSave: false,
        },
      },
    ],
  },
  {
    name: 'c',
    extensions: { '.c': 'c', '.h': 'c', '.cc': 'cpp', '.cpp': 'cpp', '.cxx': 'cpp', '.hh': 'cpp', '.hpp': 'cpp' },
    candidates: [{ command: 'clangd', args: [], install: 'apt install clangd' }],
  },
];
