/** Searches texts. */

/** Returns the `like` pattern of texts that contain `search`. */
export function patternOf(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
