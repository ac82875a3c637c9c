import type { Job } from '../job.js';

/** Parses the file of a job; people may write such files too. Returns a string with the problem if it is invalid. */
export function readJob(text: string, id: string): Job | string {
  const value = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
  if (typeof value !== 'object' || value === null) return 'it holds no object';
  const wrong = FIELDS.find(([key, type, required]) => {
    const found = value[key];
    return found === undefined ? required : typeof found !== type;
  });
  if (wrong !== undefined) return `${wrong[0]} must be a ${wrong[1]}`;
  if (value.id !== undefined && value.id !== id) return `its id is ${JSON.stringify(value.id)}, and the file is named ${id}`;
  return {
    id,
    name: value.name as string | undefined,
    cron: value.cron as string,
    timezone: value.timezone as string | undefined,
    prompt: value.prompt as string,
    recurring: (value.recurring as boolean | undefined) ?? true,
    durable: true,
    createdAt: value.createdAt as number,
    expiresAt: value.expiresAt as number | undefined,
    jitterMs: (value.jitterMs as number | undefined) ?? 0,
    session: value.session as string | undefined,
  };
}

const FIELDS = [
  ['cron', 'string', true],
  ['prompt', 'string', true],
  ['createdAt', 'number', true],
  ['name', 'string', false],
  ['timezone', 'string', false],
  ['recurring', 'boolean', false],
  ['expiresAt', 'number', false],
  ['jitterMs', 'number', false],
  ['session', 'string', false],
] as const;
