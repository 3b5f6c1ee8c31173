/** The parts of a package.json that check-dependencies reads. */
export interface Manifest {
  readonly path: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const EXACT_VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/**
 * Lists dependencies that have no row `| package | reason |` in `document`, dependencies without an exact version, and
 * rows about packages that nothing depends on.
 */
export function findUnexplained(manifests: readonly Manifest[], document: string): string[] {
  if (manifests.length === 0) return ["no package.json was found"];
  const wanted = manifests.flatMap(({ path, dependencies, devDependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).map(([name, version]) => ({
      path,
      name,
      version,
    })),
  );
  const external = wanted.filter(({ name }) => !name.startsWith("@chartrelay/"));
  const explained = new Set(Array.from(document.matchAll(/^\| `([^`]+)` \|/gm), ([, name = ""]) => name));
  const used = new Set(external.map(({ name }) => name));
  return [
    ...[...used].filter((name) => !explained.has(name)).map((name) => `${name} has no reason`),
    ...[...explained]
      .filter((name) => !used.has(name))
      .map((name) => `${name} has a reason, but nothing depends on it`),
    ...wanted
      .filter(({ version }) => !EXACT_VERSION.test(version))
      .map(({ path, name, version }) => `${path}: ${name} has the version ${version}, not an exact one`),
  ];
}
