export type Env = Readonly<Record<string, string | undefined>>;

export interface Sampler {
  /** Whether a trace that another process began is exported if that process says so. */
  readonly isParentBased: boolean;
  /** The share of the other traces that is exported. */
  readonly ratio: number;
}

/** Reads `a=b,c=d`, percent-encoded, as the specification writes headers and resources. */
export function pairs(text: string | undefined): Readonly<Record<string, string>> {
  const entries = (text ?? '').split(',').flatMap((pair) => {
    const [, name = '', value = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    return name === '' ? [] : [[name, decoded(value)] as const];
  });
  return Object.fromEntries(entries);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Reads a positive number. `undefined` for any other text. */
export function positive(text: string | undefined): number | undefined {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
}

const KINDS = ['always_on', 'always_off', 'traceidratio'];

/** Reads the sampler. Adds a sentence to `problems` if it is not supported. */
export function samplerOf(env: Env, problems: string[]): Sampler {
  const name = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on';
  const kind = name.replace(/^parentbased_/, '');
  if (!KINDS.includes(kind))
    problems.push(
      `OTEL_TRACES_SAMPLER is "${name}", and ${KINDS.join(', ')} are supported, also with parentbased_; all is sent.`,
    );
  const given = Number(env.OTEL_TRACES_SAMPLER_ARG ?? 1);
  const ratio = Number.isFinite(given) ? Math.min(1, Math.max(0, given)) : 1;
  return {
    isParentBased: name.startsWith('parentbased_'),
    ratio: kind === 'always_off' ? 0 : kind === 'traceidratio' ? ratio : 1,
  };
}
