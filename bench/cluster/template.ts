import { readFileSync } from "node:fs";

const FOLDER = new URL("../../deploy/cluster/", import.meta.url);

/** Returns a reference configuration of deploy/cluster with its `${NAMES}` filled in. @throws if a name has no value. */
export function fillTemplate(file: string, values: Readonly<Record<string, string | number>>): string {
  return readFileSync(new URL(file, FOLDER), "utf8").replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file} needs a value for ${name}`);
    return String(value);
  });
}
