import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { importing } from './imported.test-kit.js';

const imported = importing();

const FILES = {
  '.github/copilot-instructions.md': 'Use tabs.',
  '.github/agents/reviewer.agent.md': `---
name: Reviewer
description: Reviews
tools: ['read', 'search/codebase', 'notes/*', 'docs/find', 'vscode/openIntegratedBrowser']
model: Claude Sonnet 4.5 (copilot)
handoffs: []
---
Review for $5.
`,
  '.github/agents/writer.md': `---
description: Writes
agents: [reviewer]
mcp-servers:
  own: { type: local, command: own, env: { KEY: "\${{ secrets.OWN_KEY }}" }, tools: ["*"] }
---
Write.
`,
  '.vscode/mcp.json': `{
  // A comment.
  "inputs": [{ "type": "promptString", "id": "notes-key", "password": true }],
  "servers": {
    "notes": { "command": "npx", "args": ["-y", "@acme/notes", "\${workspaceFolder}/x"], "env": { "A": "\${input:notes-key}", "B": "\${env:HOME_DIR}" }, "envFile": ".env" },
    "docs": { "type": "http", "url": "https://docs.example/mcp", "headers": { "X-Api-Key": "hunter2" } }
  }
}`,
};

it.each(['.', '.github'])('the files of Copilot in %s become agents, servers and instructions', async (folder) => {
  const { from, plan, text, losses } = await imported(folder, FILES);
  expect(from).toBe('copilot');
  expect(Object.keys(plan.agents)).toEqual(['reviewer', 'writer']);
  expect(plan.agents.reviewer).toMatchObject({
    description: 'Reviews',
    models: ['anthropic/claude-sonnet-4-5'],
    tools: ['Read', 'Grep', 'Glob', 'mcp__notes__*', 'mcp__docs__find'],
    instructions: expect.stringMatching(/Use tabs\.[\s\S]*Review for \$5\./),
  });
  const writer = plan.agents.writer;
  expect(writer?.tools).toEqual(expect.arrayContaining(['Bash', 'mcp__notes__*', 'mcp__docs__*', 'mcp__own__*', 'Agent']));
  expect(Object.keys(writer?.subagents ?? {})).toEqual(['reviewer']);
  expect(parse(text).mcpServers).toEqual({
    notes: {
      command: 'npx',
      args: ['-y', '@acme/notes', '${workspace}/x'],
      env: { A: '${secret:NOTES_KEY}', B: '${secret:HOME_DIR}' },
    },
    docs: { type: 'http', url: 'https://docs.example/mcp', headers: { 'X-Api-Key': '${secret:DOCS_X_API_KEY}' } },
    own: { command: 'own', env: { KEY: '${secret:OWN_KEY}' } },
  });
  expect(text).not.toContain('hunter2');
  expect(losses.map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'servers.notes.envFile: the file is not read; set the variables',
    'servers.docs.X-Api-Key: a secret is not copied; set the variable DOCS_X_API_KEY',
    'tools[4]: there is no tool "vscode/openIntegratedBrowser"',
    'handoffs: name the agents under subagents',
  ]);
});

it('the tools of a server that no file declares are lost with the two lines that bring them back', async () => {
  const agent = "---\ndescription: d\ntools: ['read', 'tickets/*']\n---\nHelp.\n";
  const { losses } = await imported('.', { '.github/agents/helper.agent.md': agent });
  expect(losses).toEqual([
    expect.stringContaining(
      'no file here declares the server tickets: write it under mcpServers, and add mcp__tickets__* to tools',
    ),
  ]);
});

it.each([
  ['acme/notes-mcp/*', 'acme/notes-mcp: write it under mcpServers as acme-notes-mcp, and add mcp__acme-notes-mcp__* to tools'],
  ['acme.docs/*', 'acme.docs: write it under mcpServers as acme-docs, and add mcp__acme-docs__* to tools'],
])('the advice for a server that no file declares has a name that the configuration takes: %s', async (tool, advice) => {
  const { losses } = await imported('.', { '.github/agents/a.agent.md': `---\ntools: ['read', '${tool}']\n---\nHelp.\n` });
  expect(losses).toEqual([expect.stringContaining(`no file here declares the server ${advice}`)]);
});

it('a server of the registry has a name with a slash, and its tools are found', async () => {
  const { plan, losses } = await imported('.', {
    '.vscode/mcp.json': '{ "servers": { "acme/notes": { "command": "notes" } } }',
    '.github/agents/a.agent.md': "---\ntools: ['acme/notes/*']\n---\nHelp.\n",
    '.github/agents/b.agent.md': "---\ntools: ['acme/notes/find', 'acme/notes']\n---\nHelp.\n",
  });
  expect(plan.agents.a?.tools).toEqual(['mcp__acme-notes__*']);
  expect(plan.agents.b?.tools).toEqual(['mcp__acme-notes__find', 'mcp__acme-notes__*']);
  expect(losses).toEqual([]);
});

it('an agent that no file declares is lost as a subagent, so that the configuration stays valid', async () => {
  const { plan, losses } = await imported('.', {
    '.github/agents/lead.agent.md': "---\nname: Lead\nagents: ['Code Reader', 'tester']\n---\nLead.\n",
    '.github/agents/reader.agent.md': '---\nname: Code Reader\n---\nRead.\n',
  });
  expect(Object.keys(plan.agents.lead?.subagents ?? {})).toEqual(['code-reader']);
  expect(losses).toEqual(['.github/agents/lead.agent.md:3:25 agents[1]: no file here declares the agent "tester"']);
});

it('two agents of one name stay two', async () => {
  const { plan, losses } = await imported('.', {
    '.github/agents/a.agent.md': '---\nname: C Expert\n---\nOne.\n',
    '.github/agents/b.agent.md': '---\nname: C# Expert\n---\nTwo.\n',
  });
  expect(Object.entries(plan.agents).map(([name, { instructions }]) => [name, instructions])).toEqual([
    ['c-expert', 'One.'],
    ['c-expert-2', 'Two.'],
  ]);
  expect(losses).toEqual([expect.stringContaining('name: the name c-expert is taken; the agent is called c-expert-2')]);
});

it('a loss and a gain name their own file', async () => {
  const { losses, gains } = await imported('.', FILES);
  expect(losses.map((line) => line.split(':')[0])).toEqual([
    '.vscode/mcp.json',
    '.vscode/mcp.json',
    '.github/agents/reviewer.agent.md',
    '.github/agents/reviewer.agent.md',
  ]);
  expect(gains).toContain('.github/agents/reviewer.agent.md:3:1 description -> agents.reviewer.description');
});

it('a single file is imported alone', async () => {
  const { plan } = await imported('.github/agents/reviewer.agent.md', FILES);
  expect(Object.keys(plan.agents)).toEqual(['reviewer']);
  expect(plan.mcpServers).toBeUndefined();
  const servers = await imported('.vscode/mcp.json', FILES);
  expect(Object.keys(servers.plan.agents)).toEqual(['copilot']);
  expect(Object.keys(servers.plan.mcpServers ?? {})).toEqual(['notes', 'docs']);
});

it('a folder without such files is refused', async () => {
  await expect(imported('.', { 'README.md': 'x' })).rejects.toThrow('has none of .github/copilot-instructions.md');
});

const SCOPED = {
  '.github/instructions/ts.instructions.md': '---\napplyTo: **/*.ts,src/**/*.{js,jsx}\ndescription: TS\n---\nUse tabs.\n',
  '.github/instructions/api/ts.instructions.md':
    '---\nname: Api\napplyTo: ["api/**"]\nexcludeAgent: code-review\n---\nNo ${env:HOME}.\n',
  '.github/instructions/all.instructions.md': "---\napplyTo: '**'\n---\nSay please.\n",
  '.github/instructions/by-hand.instructions.md': 'Only by hand.\n',
  '.github/instructions/empty.instructions.md': '---\napplyTo: "**"\n---\n',
  '.github/instructions/none.instructions.md': '---\napplyTo: ", "\n---\nText.\n',
};

it('instructions for some files become rules with paths, which are told when such a file is worked on', async () => {
  const { files, plan, text, losses, gains } = await imported('.', SCOPED);
  expect(parse(text).compat).toEqual(['instructions']);
  const rule = (path: string) => files.find((one) => one.path === path)?.text;
  expect(files.map(({ path }) => path).sort()).toEqual([
    '.claude/rules/all.md',
    '.claude/rules/api-ts.md',
    '.claude/rules/ts.md',
  ]);
  expect(rule('.claude/rules/ts.md')).toBe(
    '---\ndescription: From .github/instructions/ts.instructions.md\npaths:\n  - "**/*.ts"\n  - src/**/*.{js,jsx}\n---\n\nUse tabs.\n',
  );
  expect(rule('.claude/rules/api-ts.md')).toContain('paths:\n  - api/**\n---\n\nNo ${env:HOME}.\n');
  expect(plan.agents.copilot?.instructions).toContain('Say please.');
  expect(plan.agents.copilot?.instructions).not.toMatch(/Use tabs|No \$|by hand/);
  expect(losses.map((line) => line.replace('.github/instructions/', ''))).toEqual([
    'api/ts.instructions.md:4:1 excludeAgent: a rule is told to every agent of the configuration',
    'by-hand.instructions.md:1:1 applyTo: it applies to no file; name the file under instructions',
    'empty.instructions.md:1:1 applyTo: there is no text below it',
    'none.instructions.md:1:1 applyTo: it applies to no file; name the file under instructions',
  ]);
  expect(gains).toContain('.github/instructions/ts.instructions.md:2:1 applyTo -> .claude/rules/ts.md');
});

it('one file of instructions is imported alone, and a key in it is not copied', async () => {
  const key = `ghp_${'a1B2'.repeat(9)}`;
  const file = '.github/instructions/ts.instructions.md';
  const { files, from } = await imported(file, { ...FILES, [file]: `---\napplyTo: "*.ts"\n---\nUse ${key}.\n` });
  expect([from, files.length]).toEqual(['copilot', 1]);
  expect(files[0]?.text).toContain('Use IMPORT_KEY.');
});
