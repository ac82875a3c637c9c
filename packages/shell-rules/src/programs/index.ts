import { BUN } from './bun.js';
import { CARGO } from './cargo.js';
import { DENO } from './deno.js';
import { COMPOSE, DOCKER, PODMAN } from './docker.js';
import { GH, GLAB } from './forges.js';
import { GIT } from './git.js';
import { GO } from './go.js';
import { GRADLE, MVN } from './jvm.js';
import { HELM, KUBECTL } from './kubectl.js';
import { BIOME, ESLINT, JEST, MOCHA, NX, PRETTIER, TSC, TURBO, VITE, VITEST } from './node-tools.js';
import { NPM } from './npm.js';
import { BUNX, NPX, PNPX, UVX } from './npx.js';
import { BUNDLE, COMPOSER, DOTNET, PHPUNIT, RSPEC, RUSTUP, TERRAFORM } from './other-tools.js';
import { PNPM } from './pnpm.js';
import type { Program } from './program.js';
import { PIP, PIPENV, POETRY, UV } from './python-packages.js';
import { MYPY, PYTEST, RUFF, TOX } from './python-tools.js';
import { APT, BREW, SYSTEMCTL } from './system.js';
import { JUST, NINJA, RAKE, TASK } from './tasks.js';
import { YARN } from './yarn.js';

/** By the file name of the program in lower case. */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  ...{ git: GIT, gh: GH, glab: GLAB },
  ...{ npm: NPM, pnpm: PNPM, yarn: YARN, bun: BUN, deno: DENO, npx: NPX, bunx: BUNX, pnpx: PNPX },
  ...{ tsc: TSC, eslint: ESLINT, prettier: PRETTIER, biome: BIOME, vitest: VITEST, jest: JEST, mocha: MOCHA, vite: VITE },
  ...{ turbo: TURBO, nx: NX },
  ...{ cargo: CARGO, rustup: RUSTUP, go: GO },
  ...{
    docker: DOCKER,
    podman: PODMAN,
    'docker-compose': COMPOSE,
    kubectl: KUBECTL,
    helm: HELM,
    terraform: TERRAFORM,
    tofu: TERRAFORM,
  },
  ...{ pytest: PYTEST, mypy: MYPY, ruff: RUFF, tox: TOX, pip: PIP, pip3: PIP, uv: UV, uvx: UVX, poetry: POETRY, pipenv: PIPENV },
  ...{ just: JUST, task: TASK, rake: RAKE, ninja: NINJA },
  ...{ mvn: MVN, mvnw: MVN, gradle: GRADLE, gradlew: GRADLE, dotnet: DOTNET },
  ...{ bundle: BUNDLE, rspec: RSPEC, composer: COMPOSER, phpunit: PHPUNIT },
  ...{ apt: APT, 'apt-get': APT, brew: BREW, systemctl: SYSTEMCTL },
};
