import type { Service } from '../contract/session/service-offer.js';
import { errors } from '../errors.js';
import { OWN_KEYS } from '../session/keys.js';

/**
 * Makes the key of a service. Two keys with the same name are the same service, so that two copies of a package agree. Throws
 * SERVICE_KEY_TAKEN for a key of core, whose type is fixed.
 */
export function defineService<T>(key: string): Service<T> {
  if (OWN_KEYS.has(key)) throw errors.SERVICE_KEY_TAKEN({ key });
  return Object.freeze({ key });
}

/**
 * Returns a key with a more specific type, for the package that offers the service. The specific type extends the key's type, so
 * that other packages get the promised value.
 */
export const extendService = <T extends B, B>(service: Service<B>): Service<T> => Object.freeze({ key: service.key });
