import { after } from '@loadout/node';

/** A person waits this long for a start without a word. Longer starts are told, and end the wait where the model can begin. */
export const PEOPLE_WAIT_MS = 3_000;

interface Waiting {
  /** Whether the model has a tool to begin with. */
  readonly canBegin: () => boolean;
  /** Calls the listener after each change of that. Returns the end of it. */
  readonly onChange: (listener: () => void) => () => void;
}

/** Settles when a person has waited long enough and the model can begin without the servers that are still missing. */
export function enoughWaited({ canBegin, onChange }: Waiting): { readonly settled: Promise<void>; readonly end: () => void } {
  let isLong = false;
  let settle = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const look = () => {
    if (isLong && canBegin()) settle();
  };
  const cancel = after(PEOPLE_WAIT_MS, () => {
    isLong = true;
    look();
  });
  const unlisten = onChange(look);
  return {
    settled,
    end: () => {
      cancel();
      unlisten();
    },
  };
}
