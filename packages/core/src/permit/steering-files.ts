import { wildcard } from './wildcard.js';
import { originalPath } from './worktree.js';

/**
 * Files that steer what other programs and agents do later: pipelines, git hooks, tools of an editor, instructions of agents. No
 * mode allows writing them unasked. An allow rule with a specifier does, since people do have agents work on these files.
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
  // Files that make a folder a repository that git finds without a .git.
  ...['head', 'commondir', 'gitdir'],
];

/** Folders in which every file steers. */
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

/** Patterns for names with many spellings (Lefthook, lint-staged), and for the files of `.github` that run or instruct agents. */
const STEERING =
  /(?:^|\/)(?:\.?lefthook(?:-local)?\.(?:ya?ml|toml|json)|\.?lintstagedrc(?:\.\w+)?|lint-staged\.config\.\w+|\.?simple-git-hooks\.\w+|[^/]+\.code-workspace|[^/]+\.sublime-project|\.github\/(?:workflows|actions|instructions|prompts|chatmodes|copilot-instructions\.md)(?:\/.*)?|\.gitlab\/ci(?:\/.*)?|\.config\/mise(?:\/.*)?)$/;

const steeringNames = new Set(STEERING_NAMES);
const steeringFolders = new Set(STEERING_FOLDERS);

/** Folders in which only some files steer; a rule may name the folder. */
const PARTLY = new Set(['.github', '.gitlab', '.config']);

export function isSteering(path: string): boolean {
  return markersOf(path).length > 0;
}

/**
 * Returns whether a rule with this specifier names a steering file, rather than merely matching it with a wildcard:
 * `Edit(.github/**)` does, `Edit(/**)` does not.
 */
export function namesSteering(specifier: string, path: string): boolean {
  const segments = specifier.toLowerCase().split('/').filter(isName);
  const patterns = segments.map((segment) => wildcard(segment));
  return markersOf(path).some((marker) => patterns.some((pattern) => pattern.test(marker)));
}

/** Returns whether a segment is a name; `*.md` is only an ending. */
const isName = (segment: string) => segment.replace(/[*?]/g, '').length > (/^[*?]/.test(segment) ? 6 : 2);

/** Returns the names in a path that make the path a steering file. */
function markersOf(path: string): readonly string[] {
  const lower = originalPath(path).toLowerCase();
  const parts = lower.split('/');
  const name = parts.at(-1) ?? '';
  const inFolders = parts.filter((part) => steeringFolders.has(part));
  if (STEERING.test(lower)) return [...inFolders, name, ...parts.filter((part) => PARTLY.has(part))];
  return steeringNames.has(name) ? [...inFolders, name] : inFolders;
}
