/**
 * The environment of a program that a test or a benchmark starts: none of the caller's settings, but its PATH, its HOME, and
 * where it caches compiled modules, without which a start of the product takes half as much processor time again.
 */
export function cleanEnvironment(): Record<string, string> {
  const { PATH = "", HOME = "", NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
