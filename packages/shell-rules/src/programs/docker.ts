import type { Program } from './program.js';
import { each } from './rows.js';

/** Values of options that join a container to the machine or to another container. */
const HOST = /^(?![\w.-]+$)|^host$/i;
/** Options of a container that lead to nothing of the machine: no volume, device, privilege or namespace. */
const CONTAINER = {
  flags: 'itdqPT',
  values: 'pewuhmla',
  long: 'interactive tty detach rm init publish-all quiet no-healthcheck read-only no-deps service-ports no-TTY remove-orphans build',
  longValues:
    'name publish env workdir user hostname memory cpus network label restart platform pull entrypoint shm-size stop-timeout expose index',
  odd: [
    ['network', HOST],
    ['entrypoint', /^$/],
  ],
  operands: 'task',
} as const;
const EXEC = {
  ...CONTAINER,
  flags: 'itdT',
  values: 'ewu',
  long: 'interactive tty detach no-TTY',
  longValues: 'env workdir user index',
} as const;
const LIST = {
  flags: 'aqnlsf',
  values: 'fn',
  long: 'all quiet no-trunc latest size digests',
  longValues: 'filter format last',
} as const;
const LOGS = {
  flags: 'ft',
  values: 'n',
  long: 'follow timestamps details no-color no-log-prefix',
  longValues: 'tail since until',
} as const;

const BUILD = {
  flags: 'q',
  values: 't',
  long: 'no-cache pull quiet rm force-rm load',
  longValues: 'tag target build-arg platform progress label',
  readsValue: 'f file',
  // A context is a folder here. An address or the input holds anybody's files.
  odd: [['', /^(?![\w.][\w./-]*$)|(?:^|\/)\.\.(?:\/|$)|:|^[\w-]+\.[\w-]+\/|^-$/]],
} as const;

const COVERS = {
  ...each('ps,images,container ls,container ps,container list,image ls,image list,volume ls,network ls,search', LIST),
  ...each('logs,container logs', LOGS),
  ...each('inspect,container inspect,image inspect,volume inspect,network inspect', {
    flags: 's',
    values: 'f',
    long: 'size',
    longValues: 'format type',
  }),
  ...each('stats,container stats,top,container top,port,container port,diff,container diff,history,image history', {
    flags: 'aqH',
    long: 'all quiet no-stream no-trunc human',
    longValues: 'format',
  }),
  ...each(
    'version,info,events,system df,system info,context ls,context show,context inspect,buildx ls,buildx version,buildx inspect,buildx du',
    {
      flags: 'v',
      values: 'f',
      long: 'verbose',
      longValues: 'format filter since until',
    },
  ),
  ...each('build,image build,builder build,buildx build', BUILD),
  ...each('run,container run', CONTAINER),
  ...each('exec,container exec', EXEC),
  ...each(
    'start,stop,restart,kill,pause,unpause,wait,rename,tag,container start,container stop,container restart,container kill',
    {
      values: 'ts',
      longValues: 'time timeout signal',
    },
  ),
  ...each('rm,rmi,container rm,image rm', { flags: 'f', long: 'force' }),
  ...each('pull,image pull', { flags: 'aq', long: 'all-tags quiet', longValues: 'platform' }),
  help: {},
} as const;

export const DOCKER: Program = {
  options: { flags: 'Dv', values: 'l', long: 'debug version help', longValues: 'log-level' },
  covers: {
    ...COVERS,
    // Its own options come before its subcommand.
    compose: { operands: 'own', runs: { from: 0, of: 'docker-compose', as: 'docker-compose' } },
  },
  asks: 'attach checkpoint commit completion config cp create export import load login logout manifest node plugin push save secret service stack swarm trust update',
};

export const PODMAN: Program = {
  options: { long: 'version help', longValues: 'log-level', flags: 'v' },
  covers: { ...COVERS },
  asks: 'attach commit cp create export generate import init kube load login logout machine manifest mount pod push save secret unmount unshare untag update',
};

export const COMPOSE: Program = {
  options: {
    values: 'fp',
    long: 'verbose version compatibility dry-run help',
    longValues: 'file project-name profile ansi progress parallel',
    // The file of the folder by its usual names.
    odd: [['f file', /^(?!(?:\.\/)?(?:docker-)?compose(?:[.-][\w-]+)*\.ya?ml$)/]],
  },
  covers: {
    up: {
      flags: 'dtV',
      values: 't',
      long: 'detach build force-recreate no-recreate no-deps no-build no-start remove-orphans wait quiet-pull abort-on-container-exit no-color no-log-prefix attach-dependencies always-recreate-deps',
      longValues: 'pull scale timeout exit-code-from attach wait-timeout',
    },
    down: { values: 't', long: 'remove-orphans', longValues: 'timeout' },
    logs: LOGS,
    ...each('ps images ls top config convert version port events', {
      ...LIST,
      long: `${LIST.long} services volumes json`,
      longValues: 'filter format status',
    }),
    build: { ...BUILD, long: `${BUILD.long} with-dependencies`, longValues: 'build-arg progress' },
    ...each('start stop restart pause unpause kill pull create wait', {
      flags: 'q',
      values: 'ts',
      long: 'quiet ignore-pull-failures include-deps build no-deps force-recreate no-recreate',
      longValues: 'timeout signal pull',
    }),
    rm: { flags: 'fs', long: 'force stop' },
    run: CONTAINER,
    exec: EXEC,
  },
  asks: 'help push scale',
};
