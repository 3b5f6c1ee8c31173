import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { minify, type Plugin } from "vite";

/** Minifies the scripts of the public folder, which Vite would copy unchanged. */
export function minifyPublic(): Plugin {
  let folder = "";
  return {
    name: "minify-public",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    configResolved({ publicDir }) {
      folder = publicDir;
    },
    async generateBundle() {
      for (const fileName of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
        const { code, errors } = await minify(fileName, readFileSync(join(folder, fileName), "utf8"));
        if (errors.length > 0) throw new Error(`${fileName}: ${errors[0]?.message}`);
        this.emitFile({ type: "asset", fileName, source: code });
      }
    },
  };
}
