import { exec, execFileSync, execSync, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { resolve4 } from 'node:dns/promises';
import { createReadStream, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { mkdir, open, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { doing, type Fault } from './fault.fixture.js';

/** A module may keep a function of Node for itself. */
const kept = { exec: promisify(exec), spawn };

const PROGRAM = 'starts the programs that it declares';
const ADDRESS = 'names in access what it fetches';
const READ = 'names in access what it reads';
const WRITE = 'names in access what it changes';
const PROCESS = 'leaves the process as it was';
const VARIABLE = 'reads the variables that it declares';
const env = { PATH: process.env.PATH ?? '' };
const ended = (child: ReturnType<typeof spawn>) => new Promise((resolve) => child.on('exit', resolve));
const closed = (port: number) => new Promise((resolve) => connect(port, '127.0.0.1').on('close', resolve).resume().end('x'));

/** Effects of a call that neither `access` nor `touches` names. */
export const ACTING: Readonly<Record<string, readonly Fault[]>> = {
  'child processes': [
    ['a call spawns a program', doing(() => ended(spawn('true', ['x'], { env }))), PROGRAM, /it started true x/],
    ['a call runs a program at once', doing(() => spawnSync('true', { env })), PROGRAM, /it started true/],
    ['a call runs a shell command', doing(() => execSync('true', { env })), PROGRAM, /it started sh -c true/],
    ['a call runs a file at once', doing(() => execFileSync('true', ['y'], { env })), PROGRAM, /it started true y/],
    ['a call runs a command with an exec that it kept', doing(() => kept.exec('true', { env })), PROGRAM, /true/],
    ['a call spawns with a spawn that it kept', doing(() => ended(kept.spawn('true', [], { env }))), PROGRAM, /true/],
    [
      'a call runs another program than access names',
      () => ({
        tool: {
          access: () => [{ kind: 'run', text: 'ls', words: ['ls'] }],
          call: () => String(spawnSync('true', { env }).status),
        },
      }),
      PROGRAM,
      /it started true/,
    ],
  ],
  sockets: [
    ['a call connects to a port', doing((_, { port }) => closed(port)), ADDRESS, /it asked 127\.0\.0\.1:\d+/],
    ['a call asks over HTTP', doing((_, { url }) => new Promise((resolve) => get(url, resolve))), ADDRESS, /127\.0\.0\.1/],
    ['a call fetches', doing((_, { url }) => fetch(url)), ADDRESS, /127\.0\.0\.1/],
    [
      'a call sends a datagram',
      doing(async () => {
        const socket = createSocket('udp4');
        await new Promise((resolve) => socket.send('x', 9, '127.0.0.1', resolve));
        socket.close();
      }),
      ADDRESS,
      /127\.0\.0\.1:9/,
    ],
    [
      'a call tells something in a name that it looks up',
      doing(() => resolve4('x.invalid').catch(() => {})),
      ADDRESS,
      /x\.invalid/,
    ],
    [
      'a call opens a port',
      doing(async () => {
        const server = createServer();
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        server.close();
      }),
      ADDRESS,
      /listens on port 0/,
    ],
    [
      'a call asks another port than access names',
      (world) => ({
        ...doing((_, { port }) => closed(port))(world),
        tool: {
          ...doing((_, { port }) => closed(port))(world).tool,
          access: () => [{ kind: 'fetch', url: 'http://127.0.0.1:1/' }],
        },
      }),
      ADDRESS,
      /127\.0\.0\.1:\d+/,
    ],
  ],
  'files read': [
    ['a call reads a file elsewhere', doing((_, { outside }) => readFile(join(outside, 'secret.txt'))), READ, /secret\.txt/],
    ['a call reads a file at once', doing((_, { outside }) => readFileSync(join(outside, 'secret.txt'))), READ, /secret\.txt/],
    ['a call lists a folder elsewhere', doing((_, { outside }) => readdirSync(outside)), READ, /it read/],
    [
      'a call reads a file as a stream',
      doing(async (_, { outside }) => {
        for await (const _ of createReadStream(join(outside, 'secret.txt')));
      }),
      READ,
      /secret\.txt/,
    ],
    [
      'a call opens a file and reads from it',
      doing(async (_, { outside }) => {
        const file = await open(join(outside, 'secret.txt'));
        await file.readFile().finally(() => file.close());
      }),
      READ,
      /secret\.txt/,
    ],
    ['a call reads a second file of the folder', doing(({ cwd }) => readFile(join(cwd, '.env')).catch(() => {})), READ, /\.env/],
    ['a call reads relative to the process', doing(() => readFile('package.json')), READ, /package\.json/],
  ],
  'files written': [
    ['a call writes a file elsewhere', doing((_, { outside }) => writeFile(join(outside, 'new.txt'), 'x')), WRITE, /new\.txt/],
    [
      'a call makes a folder elsewhere',
      doing((_, { outside }) => mkdir(join(outside, 'made'), { recursive: true })),
      WRITE,
      /made/,
    ],
    ['a call removes a file elsewhere', doing((_, { outside }) => rmSync(join(outside, 'gone'), { force: true })), WRITE, /gone/],
    ['a call makes a link elsewhere', doing((_, { outside }) => symlink('x', join(outside, `l${Math.random()}`))), WRITE, /\/l0/],
    [
      'a call renames a file elsewhere',
      doing((_, { outside }) => rename(join(outside, 'none'), join(outside, 'other')).catch(() => {})),
      WRITE,
      /none/,
    ],
    [
      'a read-only call writes a file and removes it',
      (world) => {
        const { tool } = doing(({ cwd }) => {
          writeFileSync(join(cwd, 'x'), '');
          rmSync(join(cwd, 'x'));
        })(world);
        return { tool: { ...tool, annotations: { readOnlyHint: true } } };
      },
      'writes nothing when read-only',
      /it wrote .*x/,
    ],
    [
      'a read-only call writes what access names',
      (world) => ({
        tool: {
          annotations: { readOnlyHint: true },
          access: () => [{ kind: 'write', path: join(world.outside, 'log.txt') }],
          call: () => String(writeFileSync(join(world.outside, 'log.txt'), 'x')),
        },
      }),
      'writes nothing when read-only',
      /log\.txt/,
    ],
  ],
  'standard output': [
    ['a call prints with console.log', doing(() => console.log('done')), PROCESS, /printed "done"/],
    ['a call writes to process.stdout', doing(() => process.stdout.write('')), PROCESS, /printed ""/],
    ['a call writes to the descriptor', doing(() => writeSync(1, '')), PROCESS, /printed ""/],
    ['a call prints a table', doing(() => console.table([])), PROCESS, /printed/],
  ],
  environment: [
    ['a call reads a key of the process', doing(() => process.env.SECRET_KEY), VARIABLE, /SECRET_KEY/],
    ['a call looks for a key', doing(() => 'OTHER_KEY' in process.env), VARIABLE, /OTHER_KEY/],
    ['a call copies the environment', doing(() => ({ ...process.env })), VARIABLE, /whole environment/],
    ['a call hands the environment to a child', doing(() => spawnSync('true')), VARIABLE, /whole environment/],
    [
      'a call sets a variable and removes it',
      doing(() => {
        process.env.NOTES = 'x';
        delete process.env.NOTES;
      }),
      PROCESS,
      /sets the variable NOTES/,
    ],
    [
      'a call changes the working directory and back',
      doing(() => {
        const before = process.cwd();
        process.chdir('/');
        process.chdir(before);
      }),
      PROCESS,
      /changes the working directory/,
    ],
    ['a call ends the process', doing(() => process.exit(3)), PROCESS, /ends the process/],
    ['a call stops its process by its number', doing(() => process.kill(process.pid)), PROCESS, /sends SIGTERM/],
  ],
};
