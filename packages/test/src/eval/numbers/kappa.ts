/** The answers of a judge and of a person to the same question. */
export interface Agreement {
  readonly judge: boolean;
  readonly person: boolean;
}

/** A judge that agrees less than this is announced. */
export const ENOUGH_KAPPA = 0.6;

/** Cohen's kappa: agreement beyond chance. 1: always, 0: as two who guess. `undefined`: all answers are equal, which tells nothing. */
export function kappa(answers: readonly Agreement[]): number | undefined {
  const all = answers.length;
  if (all === 0) return undefined;
  const share = (holds: (one: Agreement) => boolean) => answers.filter(holds).length / all;
  const [judge, person] = [share((one) => one.judge), share((one) => one.person)];
  const chance = judge * person + (1 - judge) * (1 - person);
  return chance === 1 ? undefined : (share((one) => one.judge === one.person) - chance) / (1 - chance);
}
