const SKILL = '---\nname: greet\ndescription: How to greet.\n---\nSay hello to $ARGUMENTS.\n';
const NOTEBOOK = {
  cells: [{ cell_type: 'code', id: 'first', execution_count: null, metadata: {}, outputs: [], source: ['print(1)'] }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
};

export const FILES = {
  'note.txt': 'alpha\nbeta\n',
  'book.ipynb': `${JSON.stringify(NOTEBOOK, undefined, 1)}\n`,
  'tide.sh': 'high() {\n  echo 3\n}\nhigh\n',
  '.agents/skills/greet/SKILL.md': SKILL,
  '.gitignore': 'node_modules\n.home\n',
};

/** The preset, with the addresses that depend on the machine: the model, the pages, the search and the triggers. */
export const CONFIG = `
extends: preset:interactive
providers:
  anthropic: { use: "@loadout/model-anthropic", options: { baseUrl: "\${env:API_URL}", apiKey: test-key } }
models:
  large: { provider: anthropic, id: mock-large }
  tiny: { provider: anthropic, id: mock-tiny }
plugins:
  web:
    use: "@loadout/tool-web"
    options: { allowHosts: ["\${env:SIDE}"], search: { provider: searxng, baseUrl: "http://\${env:SIDE}" } }
  schedule:
    use: "@loadout/tool-schedule"
    options: { remote: { url: "http://\${env:SIDE}/triggers" } }
mcpServers:
  everything: { command: "\${env:NODE}", args: ["\${env:MCP_PROGRAM}"], start: required }
skills: true
permissions:
  allow:
    - Bash
    - Edit(/**)
    - WebFetch
    - WebSearch
    - ListMcpResources
    - ReadMcpResource
    - mcp__everything
    - CronCreate
    - CronDelete
    - RemoteTrigger
    - EnterWorktree
    - ExitWorktree
agents:
  worker: { model: large, instructions: Answer., context: { toolSearch: "on" } }
`;
