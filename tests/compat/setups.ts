/** `.claude` folders as people publish them, written for these tests. Loadout takes them as they are. */
export type Setup = Readonly<Record<string, string>>;

const json = (value: unknown, indent: number | string = 2) => JSON.stringify(value, null, indent);

/** A guard in bash that reads the call with sed and refuses with exit code 2. */
export const bashGuard: Setup = {
  '.claude/settings.json': json({
    permissions: { allow: ['Bash(rm:*)', 'Bash(echo:*)', 'Bash(ls:*)'] },
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [{ type: 'command', command: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/block-rm.sh', timeout: 10 }],
        },
      ],
    },
  }),
  '.claude/hooks/block-rm.sh': `#!/usr/bin/env bash
set -euo pipefail
input=$(cat)
command=$(printf '%s' "$input" | sed -n 's/.*"command":"\\([^"]*\\)".*/\\1/p')
if [[ "$command" =~ (^|[[:space:];&|])rm[[:space:]] ]]; then
  echo "Blocked: rm is not used in this repository. Use trash instead." >&2
  exit 2
fi
exit 0
`,
};

/** A Python hook that writes down each changed file, and one that answers with JSON. */
export const pythonHooks: Setup = {
  '.claude/settings.json': json(
    {
      $schema: 'https://json.schemastore.org/claude-code-settings.json',
      permissions: { allow: ['Write', 'Edit', 'Read'] },
      hooks: {
        PostToolUse: [
          {
            matcher: 'Edit|MultiEdit|Write',
            hooks: [{ type: 'command', command: 'python3 $CLAUDE_PROJECT_DIR/.claude/hooks/record.py' }],
          },
        ],
        PreToolUse: [{ matcher: 'Write|Edit', hooks: [{ type: 'command', command: 'python3 .claude/hooks/protect.py' }] }],
      },
    },
    '\t',
  ),
  '.claude/hooks/record.py': `import json, os, sys

data = json.load(sys.stdin)
path = data.get("tool_input", {}).get("file_path", "")
with open(os.path.join(os.environ["CLAUDE_PROJECT_DIR"], "changed.log"), "a") as log:
    log.write(f"{data['hook_event_name']} {data['tool_name']} {os.path.basename(path)}\\n")
`,
  '.claude/hooks/protect.py': `#!/usr/bin/env python3
import json, sys

data = json.load(sys.stdin)
path = data["tool_input"]["file_path"]
if path.endswith("package-lock.json"):
    print(json.dumps({"hookSpecificOutput": {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": "Lock files are written by npm.",
    }}))
sys.exit(0)
`,
};

/** Agents with frontmatter that no YAML parser takes, in folders, with colours and models by family. */
export const agents: Setup = {
  '.claude/agents/code-reviewer.md': `---
name: code-reviewer
description: Use this agent when code was written. Examples: <example>user: "I wrote it" assistant: "Let me review: now"</example>
tools: Read, Grep, Glob
model: sonnet
color: blue
---

You are a senior reviewer. Say \${what} is wrong: correctness first, style last.
`,
  '.claude/agents/testing/test-writer.md': `---
name: test-writer
description: "Writes tests"
tools:
  - Read
  - Write
permissionMode: acceptEdits
maxTurns: 4
model: inherit
---
You write tests.
`,
  '.claude/agents/planner.md': `---
name: planner
description: Plans: nothing else
model: opus
skills: planning
---
You plan.
`,
};

/** Team settings and one's own over them. */
export const twoSettings: Setup = {
  '.claude/settings.json': json({
    permissions: {
      allow: ['Bash(printenv:*)'],
      deny: ['Bash(curl:*)', 'Read(./.env)', 'Read(./secrets/**)'],
      ask: ['Bash(git push:*)'],
    },
    env: { APP_ENV: 'team', TEAM: '1' },
    statusLine: { type: 'command', command: '~/.claude/statusline.sh' },
    includeCoAuthoredBy: false,
  }),
  '.claude/settings.local.json': json({
    permissions: { allow: ['Bash(ls:*)'], deny: [], additionalDirectories: ['../shared', './docs'] },
    env: { APP_ENV: 'local', RETRIES: 3 },
    enabledMcpjsonServers: ['notes'],
  }),
  '.env': 'TOKEN=x\n',
  'docs/readme.md': 'x',
};

/** Servers of a team, one of them turned off in one's own settings. */
export const mcp: Setup = {
  '.mcp.json': json({
    mcpServers: {
      notes: {
        type: 'stdio',
        command: 'node',
        args: ['${NOTES_SERVER:-./tools/notes.mjs}'],
        env: { NOTES: '${NOTES_TEXT:-remember}' },
      },
      tracker: { type: 'http', url: 'https://tracker.example/mcp', headers: { Authorization: 'Bearer ${TRACKER_TOKEN:-none}' } },
    },
  }),
  '.claude/settings.local.json': json({ permissions: { allow: ['mcp__notes__read'] }, disabledMcpjsonServers: ['tracker'] }),
  'tools/notes.mjs': `import { createInterface } from 'node:readline';
const tools = [{ name: 'read', description: 'Reads the note.', inputSchema: { type: 'object', properties: {} } }];
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const result = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1.0.0' } }),
    'tools/list': () => ({ tools }),
    'tools/call': () => ({ content: [{ type: 'text', text: 'note: ' + process.env.NOTES }] }),
  }[method];
  if (id === undefined) return;
  const answer = result === undefined ? { error: { code: -32601, message: 'no' } } : { result: result() };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n');
});
`,
};

/** Memory files that import each other. */
export const memory: Setup = {
  'CLAUDE.md':
    '# Project\n\nSee @README.md and @docs/style.md. Own notes: @~/.claude/me.md\n\n- Owner: @team-web\n- Package: `@acme/web`\n',
  'AGENTS.md': '# Agents\n\nRun the tests first.\n',
  'README.md': '# Acme web\n',
  'docs/style.md': 'Two spaces. @../CLAUDE.md\n',
  '.claude/CLAUDE.md': 'Answer in English.\n',
};

/** Hooks around the whole session, with an event and a type that Loadout does not have. */
export const lifecycle: Setup = {
  '.claude/settings.json': json({
    hooks: {
      SessionStart: [
        { matcher: 'startup', hooks: [{ type: 'command', command: 'echo "start" >> "$CLAUDE_PROJECT_DIR/life.log"' }] },
      ],
      UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'bash .claude/hooks/prompt.sh' }] }],
      Stop: [
        {
          hooks: [
            { type: 'command', command: 'echo stop >> life.log' },
            { type: 'agent', prompt: 'Are the tests green?' },
          ],
        },
      ],
      SubagentStop: [{ hooks: [{ type: 'command', command: 'echo never >> life.log' }] }],
    },
  }),
  '.claude/hooks/prompt.sh': 'jq -r .prompt >> life.log\n',
};

/** An agent with a guard and a server of its own choosing. */
export const guardedAgent: Setup = {
  '.claude/agents/db-reader.md': `---
name: db-reader
description: Reads the database
tools: Bash
hooks:
  PreToolUse:
    - matcher: "Bash"
      hooks:
        - type: command
          command: "./scripts/read-only.sh"
---
You read, and never write.
`,
  'scripts/read-only.sh': `#!/bin/bash
if grep -qiE 'insert|update|delete' ; then
  echo "Only reads are allowed." >&2
  exit 2
fi
`,
  '.claude/settings.json': json({ permissions: { allow: ['Bash(echo:*)'] } }),
  '.claude/skills/sql/SKILL.md': '---\nname: sql\ndescription: SQL\n---\nx\n',
  '.claude/commands/report.md': 'Report $ARGUMENTS\n',
};
