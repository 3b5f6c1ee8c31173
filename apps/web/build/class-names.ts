/** Whether a page has the styles of every class that it uses: public pages come with a part of our styles. */

/** Returns the classes that styles have rules for. */
export function classesOf(styles: string): Set<string> {
  const names = styles.matchAll(/\.((?:\\.|[\w-])+)/g);
  return new Set(Array.from(names, ([, name = ""]) => name.replaceAll(/\\(.)/g, "$1")));
}

/** Returns the classes in a page's markup that only `all` has rules for, and not `own`. */
export function unstyledClasses(markup: string, own: ReadonlySet<string>, all: ReadonlySet<string>): string[] {
  const used = Array.from(markup.matchAll(/ class="([^"]*)"/g), ([, names = ""]) => names.split(/\s+/));
  const plain = used.flat().map((name) => name.replaceAll("&amp;", "&").replaceAll("&gt;", ">"));
  return [...new Set(plain)].filter((name) => all.has(name) && !own.has(name));
}
