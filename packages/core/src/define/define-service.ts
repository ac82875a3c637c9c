import type { Service } from '../contract/session/service-offer.js';
import { errors } from '../errors.js';
import { OWN_KEYS } from '../session/keys.js';

/**
 * Makes the key of a service. Two keys with the same name are the same service, so that two copies of a package agree. Throws
 * SERVICE_KEY_TAKEN for a key of core, which has its type already.
 */
export function defineService<T>(key: string): Service<T> {
  if (OWN_KEYS.has(key)) throw errors.SERVICE_KEY_TAKEN({ key });
  return Object.freeze({ key });
}

/**
 * The same key for the package that offers the service, with the type of what it really offers. That type has all of the key's
 * own, so what others get under the key is what they were promised.
 */
export const extendService = <T extends B, B>(service: Service<B>): Service<T> => Object.freeze({ key: service.key });
