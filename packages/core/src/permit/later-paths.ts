import { matchesWildcard } from '../names/wildcard.js';
import { originalPath, plainSpelling } from './path-pattern.js';

/**
 * The one list of files that decide what runs later. A row is the end of a path: `.npmrc` is a file at any depth,
 * `.github/workflows/` is everything in that folder, `*` is any text in a name. Permissions and the sandbox read this list.
 */
export type LaterRows = readonly string[];

const words = (text: string): LaterRows => text.trim().split(/\s+/);

/**
 * Files that decide which programs run later, on this machine or for the next person. Writing these files always asks, whatever
 * the mode and the allow rules, because one quiet change here undoes every other rule.
 */
export const PROTECTED_FILES: LaterRows = [
  // Shells and the programs of every terminal.
  ...words(`
    .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .inputrc .zshrc .zprofile .zshenv .zlogin
    .zlogout .kshrc .cshrc .tcshrc .login .xprofile .xinitrc .ripgreprc .curlrc .wgetrc .netrc .vimrc .pypirc .envrc
    .config/git/ .config/fish/ .config/loadout/ .config/systemd/ .config/autostart/ .ssh/ .gnupg/ .aws/ .kube/
    .docker/
  `),
  // Git, and package managers whose settings name a script.
  ...words('.git/ .gitconfig .gitmodules .gitattributes .husky/ .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs'),
  // Editors that run tasks when they open a folder.
  ...words('.vscode/ .idea/ .devcontainer/'),
  // Agents, and Loadout itself.
  ...words(`
    .claude/ .claude.json .codex/ .cursor/ .gemini/ .mcp.json agent.config.yaml agent.config.yml agent.config.json
    agent.config.jsonc agent.config.js agent.config.mjs agent.config.cjs agent.config.local.yaml
    agent.config.local.yml agent.config.ts agent.config.mts agent.config.cts .loadout/ loadout.lock
  `),
];

/**
 * Files that steer what other programs and agents do later: pipelines, git hooks, tools of an editor, instructions of agents. No
 * mode allows writing them unasked. An allow rule with a specifier does, since people do have agents work on these files.
 */
export const STEERING_FILES: LaterRows = [
  // Instructions, settings and servers of agents.
  ...words(`
    CLAUDE.md CLAUDE.local.md AGENTS.md AGENTS.override.md AGENT.md GEMINI.md QWEN.md WARP.md CRUSH.md .cursorrules
    .cursorignore .windsurfrules .clinerules .roorules .roomodes .goosehints .rules .aider* .opencode.json
    opencode.json opencode.jsonc crush.json .crush.json .cursorindexingignore .agents/ .windsurf/ .clinerules/
    .cline/ .roo/ .continue/ .opencode/ .crush/ .goose/ .qwen/ .kiro/ .junie/ .augment/ .trae/ .factory/ .amazonq/
    .qodo/ .kilocode/ .amp/ .copilot/ .aider/ .github/instructions/ .github/prompts/ .github/chatmodes/
    .github/agents/ .github/copilot-*
  `),
  // Pipelines.
  ...words(`
    .github/workflows/ .github/actions/ action.yml action.yaml .github/dependabot.y*ml .gitlab-ci.yml
    .gitlab-ci.yaml .*.gitlab-ci.yml *.gitlab-ci.yml .gitlab/ci/ .gitlab/agents/ .gitea/workflows/ .gitea/actions/
    .forgejo/workflows/ .forgejo/actions/ .builds/ .build.yml .build.yaml azure-pipelines*.yml azure-pipelines*.yaml
    .azure-pipelines/ .pipelines/ .azuredevops/ vsts-ci.yml Jenkinsfile Jenkinsfile.* *.jenkinsfile .jenkins/
    bitbucket-pipelines.yml bitbucket-pipelines.yaml .drone.yml .drone.yaml .drone.star .drone.jsonnet .travis.yml
    .travis.yaml appveyor.yml .appveyor.yml .cirrus.yml .cirrus.yaml .cirrus.star cloudbuild*.yaml cloudbuild*.yml
    cloudbuild*.json codefresh.yml buildspec*.yml buildspec*.yaml appspec.yml amplify.yml .woodpecker.yml
    .woodpecker.yaml wercker.yml .semaphore.yml screwdriver.yaml .gitpod.yml .gitpod.Dockerfile bitrise.yml
    codemagic.yaml .buddy/ buddy.yml .zuul.yaml zuul.yaml .zuul.d/ zuul.d/ .onedev-buildspec.yml .sourcehut/
    netlify.toml vercel.json .space.kts .circleci/ .buildkite/ .woodpecker/ .semaphore/ .teamcity/ .harness/
    .tekton/ .concourse/ .drone/ .pfnci/ .expeditor/ .gocd/ *.gocd.yaml renovate.json renovate.json5 .renovaterc*
  `),
  // Hooks of git.
  ...words(`
    .pre-commit-config.yaml .pre-commit-config.yml .pre-commit-hooks.yaml .overcommit.yml .simple-git-hooks.json
    lefthook.* lefthook-local.* .lefthook.* .lefthook-local.* .lintstagedrc .lintstagedrc.* lint-staged.config.*
    simple-git-hooks.* .simple-git-hooks.* prek.toml captainhook.json .huskyrc* grumphp.yml .githooks/ .git-hooks/
    .overcommit/
  `),
  // Versions of tools, which name what `node` or `cargo` is.
  ...words(`
    .tool-versions .mise.toml mise.toml .mise.*.toml mise.*.toml .mise/ mise/config.toml .config/mise/
    .config/mise.toml .rtx.toml .envrc.local .nvmrc .node-version .python-version .ruby-version .java-version
    .go-version .terraform-version .bun-version .deno-version .php-version .swift-version .sdkmanrc rust-toolchain
    rust-toolchain.toml global.json .prototools .proto/ .asdfrc devbox.json .bazelversion .flutter-version
  `),
  // Code and options that a build tool loads whatever it is asked for.
  ...words(`
    .pnp.cjs .pnp.js .pnp.loader.mjs .yarn/plugins/ .yarn/releases/ .yarn/sdks/ .yarnrc.cjs pnpmfile.cjs
    .pnpmfile.mjs .bunfig.toml bunfig.toml .cargo/ .bazelrc *.bazelrc tools/bazel .mvn/ gradle/wrapper/ gradlew
    gradlew.bat mvnw mvnw.cmd init.gradle init.gradle.kts .sbtopts .jvmopts .buckconfig .pants.rc .bundle/ .pip/
    pip.conf pip.ini .pydistutils.cfg sitecustomize.py usercustomize.py .condarc .irbrc .pryrc .rspec .pythonrc
    .noderc .node_repl_history .gdbinit .lldbinit .terraformrc .direnvrc
  `),
  // Editors.
  ...words(`
    .exrc .nvimrc .nvim.lua .lvimrc .gvimrc .dir-locals.el .dir-locals-2.el .emacs .emacs.d/ .projectile
    .sublime-project *.sublime-project *.code-workspace .devcontainer.json .zed/ .fleet/ .nova/ .helix/ .vim/ .nvim/
    .theia/ .vs/
  `),
  // Files that make a folder a repository that git finds without a .git, and folders that are repositories by their name.
  ...words('HEAD commondir gitdir *.git/'),
];

/**
 * Whether writing a path always asks, or asks unless a rule names it; `undefined` for a file that decides nothing. `below`: the write
 * includes everything below the path, so that `.github` is a place for `.github/workflows`.
 */
export function runsLater(path: string, below = false): 'protected' | 'steering' | undefined {
  const lower = lowerPath(path);
  const isOn = (rows: Compiled) => markersOf(lower, rows).length > 0 || (below && rows.holders.test(lower));
  if (isOn(protectedRows)) return 'protected';
  return isOn(steeringRows) ? 'steering' : undefined;
}

/**
 * Returns whether a rule with this specifier names a steering file, rather than merely matching it with a wildcard:
 * `Edit(.github/**)` does, `Edit(/**)` does not.
 */
export function namesSteering(specifier: string, path: string): boolean {
  const segments = specifier.toLowerCase().split('/').filter(isName);
  const lower = lowerPath(path);
  const holder = steeringRows.holders.exec(lower)?.[0].split('/').filter(Boolean) ?? [];
  return [...markersOf(lower, steeringRows), ...holder].some((marker) =>
    segments.some((segment) => matchesWildcard(segment, marker)),
  );
}

/** Returns whether a segment is a name; `*.md` is only an ending. */
const isName = (segment: string) => segment.replace(/[*?]/g, '').length > (/^[*?]/.test(segment) ? 6 : 2);

/** Some disks open a file by several spellings. A file of a worktree counts as the file that it is a copy of. */
const lowerPath = (path: string) => originalPath(plainSpelling(path));

interface Compiled {
  readonly names: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** The rows of several segments, and those with `*`. */
  readonly others: RegExp;
  /** The folders with a dot above the rows of several segments. An ordinary name such as `tools` is too common for a question. */
  readonly holders: RegExp;
}

function compile(rows: LaterRows): Compiled {
  const lower = rows.map((row) => row.toLowerCase());
  const plain = lower.filter((row) => /^[^/*]+\/?$/.test(row));
  const others = lower.filter((row) => !plain.includes(row));
  const holders = others.map((row) => row.replace(/[^/]+\/?$/, '')).filter((row) => row.startsWith('.'));
  return {
    names: new Set(plain.filter((row) => !row.endsWith('/'))),
    folders: new Set(plain.filter((row) => row.endsWith('/')).map((row) => row.slice(0, -1))),
    others: new RegExp(`(?:^|/)(?:${others.map(sourceOf).join('|')})$`),
    holders: new RegExp(`(?:^|/)(?:${holders.map((row) => sourceOf(row.slice(0, -1))).join('|')})$`),
  };
}

const sourceOf = (row: string) =>
  row
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replace(/\/$/, '(?:/.*)?');

const protectedRows = compile(PROTECTED_FILES);
const steeringRows = compile(STEERING_FILES);

/** Returns the names in a path, in lower case, that put the path on a list. */
function markersOf(lower: string, { names, folders, others }: Compiled): readonly string[] {
  const parts = lower.split('/');
  const name = parts.at(-1) ?? '';
  const other = others.exec(lower)?.[0].split('/').filter(Boolean) ?? [];
  return [...parts.filter((part) => folders.has(part)), ...(names.has(name) ? [name] : []), ...other];
}
