import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { findDefinition } from '../../packages/cli/src/arguments/definition.js';
import { parseArguments } from '../../packages/cli/src/arguments/parse-arguments.js';
import { allCommands } from '../../packages/cli/src/packaged/own-commands.js';
import { ROOT } from './load-script.js';

const FOLDER = join(ROOT, 'deploy/kubernetes');
const read = (file: string) => readFileSync(join(ROOT, 'deploy', file), 'utf8');

interface Port {
  readonly name?: string;
  readonly port?: number;
  readonly containerPort?: number;
  readonly targetPort?: string;
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string; readonly key: string } };
  }[];
  readonly ports: readonly Port[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
  readonly readinessProbe?: { readonly httpGet: { readonly port: string } };
  readonly securityContext: Readonly<Record<string, unknown>>;
}

interface PodSpec {
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly containers: readonly Container[];
  readonly volumes: readonly {
    readonly name: string;
    readonly secret?: { readonly secretName: string };
    readonly configMap?: { readonly name: string };
  }[];
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly selector: Readonly<Record<string, unknown>>;
    readonly ports?: readonly Port[];
    readonly template?: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec };
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
    readonly podSelector?: { readonly matchLabels: object };
    readonly ingress?: readonly { readonly ports: readonly Port[] }[];
  };
}

const kustomization = parse(read('kubernetes/kustomization.yaml')) as {
  resources: readonly string[];
  configMapGenerator: readonly { name: string; files: readonly string[] }[];
  images: readonly { name: string }[];
};
const manifests = kustomization.resources.flatMap((file) =>
  parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
);
const pods = manifests.flatMap(({ metadata, spec }) =>
  spec?.template === undefined ? [] : [{ name: metadata.name, claims: spec.volumeClaimTemplates ?? [], ...spec.template }],
);
const containers = pods.flatMap(({ spec }) => spec.containers);
const services = manifests.filter(({ kind }) => kind === 'Service');
/** The secrets that the page for operators makes, with their keys. */
const secrets = new Map(
  [...readFileSync(join(ROOT, 'docs/guide/operate.md'), 'utf8').matchAll(/create secret generic (\S+) (.*)/g)].map(
    ([, name = '', words = '']) => [
      name,
      [...words.matchAll(/--from-(?:file=\S*?([^/\s]+)(?=\s|$)|literal=(\w+)=)/g)].map(([, file, key]) => file ?? key ?? ''),
    ],
  ),
);

/** The commands of Loadout in a list of words. */
function understands(words: readonly string[]): void {
  const found = findDefinition(words, allCommands());
  if (found === undefined) throw new Error(`There is no command ${words.join(' ')}.`);
  parseArguments(found.definition, found.rest);
}

describe('the manifests for Kubernetes', () => {
  it('are all named, and every file of the list is there', () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml');
    const named = [...kustomization.resources, ...kustomization.configMapGenerator.flatMap(({ files }) => files)];
    expect([...named].sort()).toEqual(files.sort());
  });

  it('choose pods by labels that pods have', () => {
    const labels = pods.map(({ metadata }) => JSON.stringify(metadata.labels));
    const chosen = manifests.flatMap(({ kind, spec }) => [
      ...(kind === 'Service' ? [spec.selector] : []),
      ...(spec?.podSelector === undefined ? [] : [spec.podSelector.matchLabels]),
    ]);
    expect(chosen.length).toBeGreaterThan(3);
    expect(chosen.map((one) => JSON.stringify(one)).filter((one) => !labels.includes(one))).toEqual([]);
  });

  it('send each service to a port that a container names, and each probe too', () => {
    const ports = containers.flatMap((one) => one.ports.map(({ name }) => name));
    const wanted = [
      ...services.flatMap(({ spec }) => spec.ports?.map(({ targetPort }) => targetPort) ?? []),
      ...containers.flatMap(({ readinessProbe }) => (readinessProbe === undefined ? [] : [readinessProbe.httpGet.port])),
    ];
    expect(wanted.filter((name) => !ports.includes(name))).toEqual([]);
  });

  it('open in a policy only ports that a container listens at', () => {
    const open = containers.flatMap((one) => one.ports.map(({ containerPort }) => containerPort));
    const admitted = manifests.flatMap(({ spec }) => spec?.ingress?.flatMap(({ ports }) => ports.map(({ port }) => port)) ?? []);
    expect(admitted.length).toBeGreaterThan(2);
    expect(admitted.filter((port) => !open.includes(port))).toEqual([]);
  });

  it('name the engine as its service is called, at its ports', () => {
    const addresses = containers.flatMap(({ env }) =>
      env.flatMap(({ value = '' }) => /^http:\/\/([^:]+):(\d+)$/.exec(value) ?? []),
    );
    expect(addresses.length).toBeGreaterThan(3);
    for (const { env } of containers)
      for (const { value = '' } of env) {
        const [, host, port] = /^http:\/\/([^:]+):(\d+)$/.exec(value) ?? [];
        if (host === undefined) continue;
        const service = services.find(({ metadata }) => metadata.name === host);
        expect(service?.spec.ports?.map((one) => one.port)).toContain(Number(port));
      }
  });

  it('mount volumes that the pod has, and read secrets that the page for operators makes', () => {
    for (const { spec, claims } of pods) {
      const there = [...spec.volumes.map(({ name }) => name), ...claims.map(({ metadata }) => metadata.name)];
      for (const { volumeMounts } of spec.containers)
        expect(volumeMounts.map(({ name }) => name).filter((name) => !there.includes(name))).toEqual([]);
      const named = spec.volumes.flatMap(({ secret }) => (secret === undefined ? [] : [secret.secretName]));
      expect(named.filter((name) => !secrets.has(name))).toEqual([]);
    }
    const files = containers.flatMap(({ env, args = [] }) => [...env.map(({ value = '' }) => value), ...args]).join('\n');
    const keys = [...secrets.values()].flat();
    const read = [...files.matchAll(/\/run\/secrets\/\w+\/([\w.]+)/g)].map(([, file = '']) => file);
    expect(read.length).toBeGreaterThan(3);
    expect(read.filter((file) => !keys.includes(file))).toEqual([]);
    const variables = containers.flatMap(({ env }) => env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []));
    const required = variables.filter((one) => !('optional' in one));
    expect(required.filter(({ name, key }) => secrets.get(name)?.includes(key) !== true)).toEqual([]);
  });

  it('run no container as root, and none that can gain rights', () => {
    expect(pods.map(({ spec }) => spec.securityContext.runAsNonRoot)).toEqual(pods.map(() => true));
    expect(containers.map(({ securityContext }) => securityContext.allowPrivilegeEscalation)).toEqual(
      containers.map(() => false),
    );
  });

  it('start commands that Loadout has, with flags that they have', () => {
    const own = containers.flatMap(({ args }) => (args === undefined ? [] : [args]));
    expect(own).toHaveLength(2);
    for (const words of own) understands(words);
  });
});

describe('the compose file', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Readonly<
      Record<
        string,
        { command?: readonly string[]; ports?: readonly string[]; secrets: readonly string[]; volumes: readonly string[] }
      >
    >;
    secrets: Readonly<Record<string, unknown>>;
    volumes: Readonly<Record<string, unknown>>;
  };

  it('publishes one port, to this machine alone', () => {
    expect(Object.values(compose.services).flatMap(({ ports }) => ports ?? [])).toEqual(['127.0.0.1:8090:8090']);
  });

  it('gives a service only secrets and volumes that it declares, and the private key to the engine alone', () => {
    const given = Object.values(compose.services).flatMap(({ secrets }) => secrets);
    expect([...new Set(given)].sort()).toEqual(Object.keys(compose.secrets).sort());
    expect(Object.keys(compose.services).filter((name) => compose.services[name]?.secrets.includes('identity.pem'))).toEqual([
      'engine',
    ]);
    const volumes = Object.values(compose.services).flatMap(({ volumes }) => volumes.map((one) => one.split(':')[0] ?? ''));
    expect(volumes.filter((name) => !name.startsWith('./') && !Object.hasOwn(compose.volumes, name))).toEqual([]);
  });

  it('starts commands that Loadout has, with flags that they have', () => {
    const words = Object.values(compose.services).flatMap(({ command }) => (command === undefined ? [] : [command]));
    for (const command of words) {
      const [script = ''] = command;
      const [, shell] = /^exec loadout (.*)$/.exec(script) ?? [];
      understands(shell === undefined ? command : shell.replaceAll('"', '').split(' '));
    }
    expect(words).toHaveLength(2);
  });
});

it('the program that makes keys has the lines of the page for operators', () => {
  const page = readFileSync(join(ROOT, 'docs/guide/operate.md'), 'utf8');
  const lines = read('make-keys.sh').split('\n').slice(3, -1);
  expect(lines).toHaveLength(4);
  expect(lines.filter((line) => !page.includes(line))).toEqual([]);
});

it('both examples run the same project, and the image of one release', () => {
  expect(read('kubernetes/agent.config.yaml')).toBe(read('project/agent.config.yaml'));
  const images = [...new Set(containers.map(({ image }) => image))];
  expect(images).toEqual(['docker.io/restatedev/restate:1.7.12', kustomization.images[0]?.name]);
  expect(read('compose.yaml')).toContain('docker.io/restatedev/restate:1.7.12');
});
