/** `.claude` folders as people publish them, written for these tests. Loadout accepts them unchanged. */
export type Setup = Readonly<Record<string, string>>;

const json = (value: unknown, indent: number | string = 2) => JSON.stringify(value, null, indent);

/** A guard in bash that reads the call with sed and denies with exit code 2. */
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

/** A Python hook that records each changed file, and a hook that answers with JSON. */
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

/** Agents with frontmatter that a YAML parser rejects, in folders, with colours and models by family. */
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

/** Team settings, overridden by personal settings. */
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

/** Servers of a team. Personal settings turn one of them off. */
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

/** Hooks around the whole session, with an event and a type that Loadout lacks. */
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
      MessageDisplay: [{ hooks: [{ type: 'command', command: 'echo never >> life.log' }] }],
    },
  }),
  '.claude/hooks/prompt.sh': 'jq -r .prompt >> life.log\n',
};

/** An agent with its own guard and its own server. */
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
  '.claude/rules/sql.md': 'Write keywords in capitals.\n',
};

/** Skills with scripts and references, and commands as people type them. */
export const skillsAndCommands: Setup = {
  '.claude/skills/csv-report/SKILL.md': `---
name: csv-report
description: |
  Sums up CSV files.
  Use it when: a table has to be counted.
allowed-tools: Bash(python3 .claude/skills/csv-report/scripts/count.py:*), Read
license: Apache-2.0
metadata:
  author: data-team
  version: "1.2"
---

# CSV reports

Run \`python3 scripts/count.py <file>\`. The columns are in [columns](reference/columns.md).
`,
  '.claude/skills/csv-report/scripts/count.py': `import csv, sys

with open(sys.argv[1], newline="") as table:
    print(sum(1 for _ in csv.reader(table)) - 1, "rows")
`,
  '.claude/skills/csv-report/reference/columns.md': 'id, name\n',
  '.claude/skills/house-style/SKILL.md': `---
description: How we write. Use: whenever text is written
user-invocable: false
---
Short sentences.
`,
  '.agents/skills/house-style/SKILL.md': 'Long sentences.\n',
  '.claude/commands/fix-issue.md': `---
description: Fix an issue: find it, test it, mend it
argument-hint: [issue-number] [priority]
allowed-tools: Bash(git status:*), Bash(git add:*)
model: sonnet
---
Fix issue #$1 with priority $2. State: !\`git status --short\`
`,
  '.claude/commands/docs/changelog.md': 'Write the changelog for $ARGUMENTS.\n',
  '.claude/settings.json': json({ permissions: { allow: ['Bash(python3 .claude/skills/csv-report/scripts/count.py:*)'] } }),
  'data.csv': 'id,name\n1,a\n2,b\n',
};

/**
 * A mature team setup with all parts: agents with skills, guards in two languages, a server, personal settings over shared
 * settings.
 */
export const team: Setup = {
  'CLAUDE.md': '# Shop\n\nSee @docs/rules.md.\n',
  'docs/rules.md': 'No force pushes.\n',
  '.mcp.json': mcp['.mcp.json'] ?? '',
  'tools/notes.mjs': mcp['tools/notes.mjs'] ?? '',
  '.claude/settings.json': json({
    permissions: { allow: ['Bash(git status:*)', 'Write(notes/**)'], deny: ['Bash(git push:*)'] },
    env: { SHOP_ENV: 'test' },
    hooks: {
      PreToolUse: [
        { matcher: 'Bash', hooks: [{ type: 'command', command: 'bash "$CLAUDE_PROJECT_DIR"/.claude/hooks/no-secrets.sh' }] },
      ],
      PostToolUse: [
        {
          matcher: 'Write|mcp__.*',
          hooks: [{ type: 'command', command: 'python3 "$CLAUDE_PROJECT_DIR/.claude/hooks/audit.py"' }],
        },
      ],
    },
  }),
  '.claude/settings.local.json': json({
    permissions: { allow: ['Bash(printenv:*)', 'mcp__notes__read'] },
    enabledMcpjsonServers: ['notes'],
    disabledMcpjsonServers: ['tracker'],
  }),
  '.claude/hooks/no-secrets.sh': `#!/bin/bash
if grep -q 'SECRET'; then
  echo "Secrets are not printed." >&2
  exit 2
fi
`,
  '.claude/hooks/audit.py': `import json, os, sys

data = json.load(sys.stdin)
with open(os.path.join(os.environ["CLAUDE_PROJECT_DIR"], "audit.log"), "a") as log:
    log.write(data["tool_name"] + "\\n")
`,
  '.claude/agents/release-manager.md': `---
name: release-manager
description: Use PROACTIVELY for releases
tools: Bash, Write, Read, mcp__notes__read
skills: release-notes, house-style
mcpServers: [notes]
maxTurns: 10
color: purple
---
You prepare releases.
`,
  '.claude/skills/release-notes/SKILL.md':
    '---\nname: release-notes\ndescription: Writes release notes\n---\nOne line a change.\n',
  '.claude/skills/house-style/SKILL.md': '---\ndescription: How we write\n---\nShort sentences.\n',
  '.claude/commands/release.md': '---\ndescription: Release\nargument-hint: "[version]"\n---\nRelease $1.\n',
};
