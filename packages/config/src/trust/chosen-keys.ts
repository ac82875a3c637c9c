type Keys = readonly (string | number)[];

/** Returns the path of a part in the file as it is used: a part of the chosen profile is in its section. Empty for another profile. */
export const chosenKeys = (keys: Keys, profile: string | undefined): Keys => {
  if (keys[0] !== 'profiles') return keys;
  return keys[1] === profile ? keys.slice(2) : [];
};
