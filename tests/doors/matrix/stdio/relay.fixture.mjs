/** The process of a client: it starts the command of its arguments and passes the bytes on, until it is killed. */
import { spawn } from 'node:child_process';

const [file, ...args] = process.argv.slice(2);
const command = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
process.send({ pid: command.pid });
command.stdin.on('error', () => {});
process.stdin.pipe(command.stdin);
command.stdout.pipe(process.stdout);
command.once('exit', (code) => process.exit(code ?? 1));
