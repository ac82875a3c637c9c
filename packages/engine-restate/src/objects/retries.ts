/** The engine asks for a worker again and again, with growing pauses. A run waits for a worker as long as it takes. */
export const RETRIES = { initialInterval: 100, exponentiationFactor: 2, maxInterval: 5_000 };
