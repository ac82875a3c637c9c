import { wildcard } from './wildcard.js';
import { originalPath } from './worktree.js';

/**
 * Files that steer what other programs and agents do later: pipelines, git hooks, tools of an editor, instructions of agents. No
 * mode lets them be written unasked; an allow rule with a specifier does, since people do have agents work on these.
 */
export const STEERING_NAMES: readonly string[] = [
  ...[
    'claude.md',
    'claude.local.md',
    'agents.md',
    'agents.override.md',
    'gemini.md',
    '.cursorrules',
    '.windsurfrules',
    '.clinerules',
  ],
  ...[
    '.gitlab-ci.yml',
    '.gitlab-ci.yaml',
    'azure-pipelines.yml',
    'azure-pipelines.yaml',
    'jenkinsfile',
    'bitbucket-pipelines.yml',
  ],
  ...[
    '.drone.yml',
    '.travis.yml',
    'appveyor.yml',
    '.appveyor.yml',
    '.cirrus.yml',
    'cloudbuild.yaml',
    'codefresh.yml',
    'buildspec.yml',
  ],
  ...[
    '.woodpecker.yml',
    '.woodpecker.yaml',
    'wercker.yml',
    '.semaphore.yml',
    'screwdriver.yaml',
    '.gitpod.yml',
    'action.yml',
    'action.yaml',
  ],
  ...['.pre-commit-config.yaml', '.pre-commit-config.yml', '.pre-commit-hooks.yaml', '.overcommit.yml', '.simple-git-hooks.json'],
  ...['.tool-versions', '.mise.toml', 'mise.toml', '.mise.local.toml', 'mise.local.toml', '.rtx.toml', '.envrc.local'],
  ...[
    '.exrc',
    '.nvimrc',
    '.nvim.lua',
    '.lvimrc',
    '.gvimrc',
    '.dir-locals.el',
    '.dir-locals-2.el',
    '.emacs',
    '.emacs.d',
    '.projectile',
  ],
  ...[
    '.sublime-project',
    '.devcontainer.json',
    '.yarnrc.cjs',
    'pnpmfile.cjs',
    '.bunfig.toml',
    'bunfig.toml',
    '.gdbinit',
    '.lldbinit',
  ],
  // These files make a folder a repository that git finds without a .git.
  ...['head', 'commondir', 'gitdir'],
];

/** And everything in these. */
export const STEERING_FOLDERS: readonly string[] = [
  ...[
    '.circleci',
    '.buildkite',
    '.woodpecker',
    '.semaphore',
    '.teamcity',
    '.harness',
    '.tekton',
    '.githooks',
    '.git-hooks',
    '.overcommit',
  ],
  ...['.mise', '.windsurf', '.clinerules', '.roo', '.continue', '.zed', '.fleet', '.nova', '.agents'],
];

/** Lefthook and lint-staged take many spellings; of `.github` what runs, and what agents are told. */
const STEERING =
  /(?:^|\/)(?:\.?lefthook(?:-local)?\.(?:ya?ml|toml|json)|\.?lintstagedrc(?:\.\w+)?|lint-staged\.config\.\w+|\.?simple-git-hooks\.\w+|[^/]+\.code-workspace|[^/]+\.sublime-project|\.github\/(?:workflows|actions|instructions|prompts|chatmodes|copilot-instructions\.md)(?:\/.*)?|\.gitlab\/ci(?:\/.*)?|\.config\/mise(?:\/.*)?)$/;

const steeringNames = new Set(STEERING_NAMES);
const steeringFolders = new Set(STEERING_FOLDERS);

/** Folders in which only some files steer; a rule may name the folder. */
const PARTLY = new Set(['.github', '.gitlab', '.config']);

export function isSteering(path: string): boolean {
  return markersOf(path).length > 0;
}

/** Whether a rule with this specifier names such a file, and does not merely reach it with a wildcard: `Edit(.github/**)` does, `Edit(/**)` does not. */
export function namesSteering(specifier: string, path: string): boolean {
  const segments = specifier.toLowerCase().split('/').filter(isName);
  const patterns = segments.map((segment) => wildcard(segment));
  return markersOf(path).some((marker) => patterns.some((pattern) => pattern.test(marker)));
}

/** `*.md` is an ending, not a name. */
const isName = (segment: string) => segment.replace(/[*?]/g, '').length > (/^[*?]/.test(segment) ? 6 : 2);

/** The names in a path that make it one of these. */
function markersOf(path: string): readonly string[] {
  const lower = originalPath(path).toLowerCase();
  const parts = lower.split('/');
  const name = parts.at(-1) ?? '';
  const inFolders = parts.filter((part) => steeringFolders.has(part));
  if (STEERING.test(lower)) return [...inFolders, name, ...parts.filter((part) => PARTLY.has(part))];
  return steeringNames.has(name) ? [...inFolders, name] : inFolders;
}
