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
