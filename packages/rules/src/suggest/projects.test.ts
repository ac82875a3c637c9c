import { sparingRules } from '@loadout/core/run';
import { expect, it } from 'vitest';
import { recordOf, setOf } from '../record/calls.test-kit.js';
import { claudeCall } from '../record/claude-call.js';
import { NOWHERE, type RecordedCall } from '../record/recorded-call.js';
import { layersFor } from '../record/rule-set.js';
import { PROJECTS } from './projects.fixture.js';
import { propose } from './propose.js';

const SET = setOf([]);
const FIELDS: Readonly<Record<string, string>> = { Bash: 'command', Edit: 'file_path', WebFetch: 'url' };

function recorded(answer: 'yes' | 'no', name: string, what: string): RecordedCall {
  const call = claudeCall(name, { [FIELDS[name] ?? 'text']: what }, { cwd: '/repo', workspace: '/repo', home: '/home/me' });
  if (call === undefined || typeof call === 'string') throw new Error(`${name} ${what}: ${String(call)}`);
  const allowed = answer === 'yes';
  const base = { session: 's', agents: ['helper'], artifactDir: NOWHERE, cwd: '/repo', mode: 'default', call } as const;
  const record = { ...base, ran: allowed, refused: !allowed, answer: allowed ? 'allowed' : 'denied', spared: [], at: 1 } as const;
  const layers = layersFor(record, SET, 'default');
  return { ...record, spared: layers === undefined ? [] : sparingRules(call, layers) };
}

const EXPECTED: Readonly<Record<keyof typeof PROJECTS, readonly string[]>> = {
  'a web application in TypeScript': [
    ...['allow Edit(/src/**)', 'allow Bash(npm test:*)', 'deny Bash(git push origin main)', 'allow Bash(npm run build)'],
    ...['allow Bash(npx tsc --noEmit)', 'allow Bash(git add -A)'],
  ],
  'a data project in Python': [
    ...['allow Edit(/analysis/**)', 'allow Bash(pytest:*)'],
    'allow Bash(python analysis/load.py), which runs /repo/analysis/load.py by Edit(/analysis/**)',
  ],
  'a command in Rust': [
    'allow Bash(cargo test:*)',
    'deny Bash(cargo publish)',
    'allow Bash(cargo fmt)',
    'allow Edit(/src/parser.rs)',
  ],
  'infrastructure in Terraform': [
    ...['allow Edit(/staging/**)', 'deny Edit(/production/main.tf)', 'allow Bash(terraform plan)', 'allow Bash(terraform fmt)'],
    ...['allow Bash(aws s3 ls)', 'ask Bash(terraform apply plan.bin)'],
  ],
  'pages of documentation': [
    ...['allow Edit(/docs/**)', 'allow WebFetch(domain:*.python.org)', 'allow WebFetch(domain:developer.mozilla.org)'],
    'allow Bash(npx markdownlint docs)',
  ],
  // The refused file below a package keeps the packages apart, and no package has three approved files.
  'many packages in one repository': ['allow Bash(pnpm test:*)', 'allow Bash(pnpm install)', 'allow Bash(turbo run lint)'],
  // The refused migration ends as the approved ones do.
  'migrations of a database': ['deny Bash(rails db:drop)', 'allow Bash(rails db:migrate)'],
  'an application for Android': [
    ...['allow Edit(/app/src/main/java/com/example/**)', 'allow Bash(./gradlew test)', 'allow Bash(./gradlew assembleDebug)'],
    ...['allow Bash(adb devices)', 'allow Bash(adb logcat -d)'],
  ],
  'a service in Go': [
    ...['allow Edit(/internal/store/**)', 'allow Bash(go test:*)', 'deny Bash(kubectl delete pod api-1)'],
    ...['allow Bash(docker compose up -d)', 'allow Bash(curl -s http://localhost:8080/health)'],
  ],
  'settings of a home folder': ['allow mcp__mail__search', 'allow Bash(stow nvim)'],
};

it.each(Object.entries(PROJECTS))('what is proposed for %s is what its person accepts', async (name, history) => {
  const { rules } = await propose(recordOf(history.map((one) => recorded(...one))), SET);
  const texts = rules.map(({ rule, text, runs }) => {
    const more = runs === undefined ? '' : `, which runs ${runs.path} by ${runs.rule}`;
    return `${rule.behavior} ${text}${more}`;
  });
  expect(texts).toEqual(EXPECTED[name]);
});
