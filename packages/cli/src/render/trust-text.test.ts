import { expect, it } from 'vitest';
import { runsRepositoryCode } from './trust-text.js';

it.each([
  'Bash',
  'Bash(*)',
  'Bash(./gradlew *)',
  'Bash(../x)',
  'Bash(/repo/run)',
  'Bash(uv run *)',
  'Bash(env npm test)',
  'Bash(timeout 5 make:*)',
])('%s lets code of the repository run', (rule) => expect(runsRepositoryCode(rule)).toBe(true));

it.each(['Read', 'Bash(git log:*)', 'Bash(ls *)', 'Bash(maker:*)', 'mcp__a__*'])('%s lets none run', (rule) =>
  expect(runsRepositoryCode(rule)).toBe(false),
);
