/** Typical files of other tools, written for these tests. */
export const DOCKER_AGENT = `#!/usr/bin/env docker agent run
version: "2"
metadata: { author: acme, description: A small team }
agents:
  root:
    model: claude
    fallback: { models: [anthropic/claude-haiku-4-5, openai/gpt-5] }
    description: Answers and delegates
    instruction: |
      You lead. Costs are in $\${x} and \${y}.
    sub_agents: [web searcher, acme/reviewer]
    max_iterations: 12
    add_date: true
    toolsets:
      - type: filesystem
        tools: [read_file, search_files_content]
      - type: shell
      - type: think
      - type: todo
      - type: mcp
        command: npx
        args: ["-y", "@acme/notes", "--key=\${env.NOTES_KEY}"]
        tools: [read]
        env: { HOME_DIR: "\${HOME}" }
      - { type: mcp, ref: tracker }
      - { type: mcp, ref: "docker:duckduckgo" }
  web searcher:
    model: local
    description: Searches
    instruction: Search.
    toolsets: [{ type: fetch }]
    structured_output: { name: found, schema: { type: object, properties: { url: { type: string } } } }
    unheard_of: 1
mcps:
  tracker:
    remote: { url: "https://tracker.example/mcp", transport_type: streamable, headers: { Authorization: "Bearer \${TRACKER_TOKEN}" } }
models:
  claude: { provider: anthropic, model: claude-sonnet-4-5, max_tokens: 64000, temperature: 0.2 }
  local: { provider: dmr, model: ai/qwen3 }
permissions:
  allow: [read_file, "shell:cmd=ls*"]
  deny: ["shell:cmd=rm *", "mcp:github:*"]
rag: { docs: {} }
`;

export const GOOSE = `version: 1.0.0
title: Release Notes!
description: Writes notes for {{ version }}
author: { contact: me }
instructions: |
  Write notes for {{ version }} in {{language}}.
  {% if draft %}Mark them as a draft.{% endif %}
  Paths look like \${HOME}.
prompt: Notes for {{ version }}, by {{ writer }}
activities: [one]
parameters:
  - { key: version, input_type: string, requirement: required, description: Which }
  - { key: language, input_type: select, requirement: optional, default: English, options: [English, German] }
  - { key: draft, input_type: boolean, requirement: user_prompt, default: "true" }
extensions:
  - { type: builtin, name: developer, bundled: true }
  - { type: builtin, name: memory }
  - type: stdio
    name: GitHub Server
    cmd: npx
    args: ["-y", "server-github"]
    env_keys: [GITHUB_TOKEN]
    timeout: 300
    available_tools: [list_commits]
  - { type: streamable_http, name: docs, uri: "https://docs.example/mcp", headers: { X: "$DOCS_KEY" } }
settings: { goose_provider: anthropic, goose_model: claude-sonnet-4-5, temperature: 0.1, max_turns: 20 }
response:
  json_schema: { type: object, properties: { notes: { type: string } }, required: [notes] }
retry: { max_retries: 2, checks: [] }
sub_recipes: [{ name: x, path: x.yaml }]
`;

export const CONTINUE = `name: My Assistant
version: 1.0.0
schema: v1
models:
  - { name: GPT, provider: openai, model: gpt-4o, roles: [chat] }
  - name: Claude Sonnet
    provider: anthropic
    model: claude-sonnet-4-5
    apiKey: \${{ secrets.ANTHROPIC_API_KEY }}
    roles: [chat, edit]
    defaultCompletionOptions: { contextLength: 200000, maxTokens: 8000, temperature: 0 }
  - { name: Small, provider: mistral, model: codestral, roles: [autocomplete] }
  - uses: anthropic/claude-3-5
rules:
  - Answer in English.
  - { name: ts, rule: "Use strict types: \${x}", globs: "*.ts" }
  - uses: acme/rules
prompts: [{ name: test, prompt: Write a test }]
context: [{ provider: code }]
docs: [{ name: x, startUrl: https://example.com }]
mcpServers:
  - { name: SQLite, command: uvx, args: [mcp-server-sqlite], env: { KEY: "\${{ secrets.DB_KEY }}" }, connectionTimeout: 5000 }
  - { name: remote, type: streamable-http, url: "https://mcp.example/x", requestOptions: { headers: { A: b }, verifySsl: false } }
`;
