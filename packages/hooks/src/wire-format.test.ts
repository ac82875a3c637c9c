import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HookEvent, HookInputs, HookRound } from '@loadout/core';
import { registerHooks, runHooks } from '@loadout/core/run';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longIt } from '../../../tests/lib/breadth.js';
import { hookKit } from './hook.test-kit.js';

/** Written as people write them for Claude Code, and as its settings name them. */
const SCRIPTS: Readonly<Record<string, string>> = {
  'no-rm.sh': `#!/usr/bin/env bash
input=$(cat)
if grep -q '"command":"rm ' <<<"$input"; then
  echo "rm is not for you" >&2
  exit 2
fi
exit 0
`,
  'decide.py': `#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
command = data.get("tool_input", {}).get("command", "")
answer = {"hookEventName": "PreToolUse"}
if "sudo" in command:
    answer.update(permissionDecision="ask", permissionDecisionReason="needs a second look")
elif command.startswith("npm"):
    answer.update(permissionDecision="allow", permissionDecisionReason="npm is fine",
                  updatedInput={**data["tool_input"], "timeout": 60000})
else:
    sys.exit(0)
print(json.dumps({"hookSpecificOutput": answer, "suppressOutput": True}))
`,
  'after.py': `#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
path = data["tool_input"]["file_path"]
if data["tool_response"].get("success") and path.endswith(".py"):
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": f"{path} was not linted"}}))
elif path.endswith(".lock"):
    print(json.dumps({"decision": "block", "reason": f"{path} is generated"}))
`,
  'stop.sh': `#!/bin/bash
input=$(cat)
case "$input" in *'"stop_hook_active":true'*) exit 0 ;; esac
printf '{"decision": "block", "reason": "run the tests first"}'
`,
  'start.sh': `#!/bin/sh
cat >/dev/null
echo "Project: $CLAUDE_PROJECT_DIR"
`,
  'prompt.py': `#!/usr/bin/env python3
import json, sys
prompt = json.load(sys.stdin)["prompt"]
if "password" in prompt:
    print(json.dumps({"decision": "block", "reason": "no passwords in prompts"}))
    sys.exit(0)
print("The build is green.")
`,
};

const ENTRIES: readonly (readonly [HookEvent, string | undefined, string])[] = [
  ['PreToolUse', 'Bash', 'no-rm.sh'],
  ['PreToolUse', 'Bash', 'decide.py'],
  ['PostToolUse', 'Edit|MultiEdit|Write', 'after.py'],
  ['Stop', undefined, 'stop.sh'],
  ['SessionStart', 'startup|resume', 'start.sh'],
  ['UserPromptSubmit', undefined, 'prompt.py'],
];

let dir = '';
const { make } = hookKit(() => dir);

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'loadout-wire-'));
  mkdirSync(join(dir, '.claude', 'hooks'), { recursive: true });
  for (const [name, text] of Object.entries(SCRIPTS)) writeFileSync(join(dir, '.claude', 'hooks', name), text, { mode: 0o755 });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function fire<E extends HookEvent>(event: E, input: HookInputs[E]): Promise<HookRound> {
  const hooks = await Promise.all(
    ENTRIES.map(async ([of, matcher, script]) => {
      const entry = { type: 'command', command: `"$CLAUDE_PROJECT_DIR"/.claude/hooks/${script}`, timeout: 10 };
      return { [of]: [{ ...(await make(entry, of)), ...(matcher === undefined ? {} : { matcher }) }] };
    }),
  );
  return runHooks(event, input, {
    hooks: registerHooks(hooks.map((set) => ({ hooks: set, owner: 'settings' }))),
    base: () => ({
      session_id: 's1',
      transcript_path: join(dir, 't.jsonl'),
      cwd: dir,
      permission_mode: 'default',
      agent_id: 'main',
      agent_type: 'main',
    }),
    clock: { now: () => 0, after: () => () => {} },
    signal: new AbortController().signal,
    emit: () => {},
  });
}

const bash = (command: string) => fire('PreToolUse', { tool_name: 'Bash', tool_input: { command }, tool_use_id: 't1' });
const wrote = (file_path: string) =>
  fire('PostToolUse', {
    tool_name: 'Write',
    tool_input: { file_path },
    tool_use_id: 't1',
    tool_response: { success: true },
    duration_ms: 3,
  });
const stop = (stop_hook_active: boolean) =>
  fire('Stop', { stop_hook_active, last_assistant_message: 'done', background_tasks: [] });

describe('scripts that were written for Claude Code, in bash and Python, run unchanged (HOOK-05, HOOK-16)', () => {
  it('PreToolUse: exit code 2 blocks with standard error', async () => {
    expect((await bash('rm -r build')).verdict).toMatchObject({ behavior: 'deny', reason: 'rm is not for you' });
    expect((await bash('ls')).verdict).toBeUndefined();
  });

  it('PreToolUse: a decision as JSON asks, allows and changes the input (HOOK-07)', async () => {
    expect((await bash('sudo ls')).verdict).toMatchObject({ behavior: 'ask', reason: 'needs a second look' });
    expect(await bash('npm test')).toMatchObject({
      verdict: { behavior: 'allow', reason: 'npm is fine' },
      updatedInput: { value: { command: 'npm test', timeout: 60_000 } },
    });
  });

  longIt('PostToolUse: additionalContext goes to the model, and so does the reason of a block', async () => {
    expect((await wrote('/w/a.py')).contexts).toEqual(['/w/a.py was not linted']);
    expect((await wrote('/w/a.ts')).contexts).toEqual([]);
    expect((await wrote('/w/package.lock')).verdict).toMatchObject({ behavior: 'deny', reason: '/w/package.lock is generated' });
  });

  longIt('Stop: a block goes on with its reason, and is not repeated once stop_hook_active is true (HOOK-22)', async () => {
    expect((await stop(false)).verdict).toMatchObject({ behavior: 'deny', reason: 'run the tests first' });
    expect((await stop(true)).verdict).toBeUndefined();
  });

  it('SessionStart and UserPromptSubmit: plain text is context, and a prompt may be blocked (HOOK-13)', async () => {
    expect((await fire('SessionStart', { source: 'startup' })).contexts).toEqual([`Project: ${dir}`]);
    expect((await fire('SessionStart', { source: 'fork' })).contexts).toEqual([]);
    expect((await fire('UserPromptSubmit', { prompt: 'Hello.' })).contexts).toEqual(['The build is green.']);
    const blocked = await fire('UserPromptSubmit', { prompt: 'My password is x.' });
    expect([blocked.verdict?.behavior, blocked.verdict?.reason]).toEqual(['deny', 'no passwords in prompts']);
  });
});
