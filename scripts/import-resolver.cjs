/** Tells eslint-plugin-boundaries which file an import leads to, by asking Node.js itself. */
const { createRequire, isBuiltin } = require("node:module");

exports.interfaceVersion = 2;

exports.resolve = (source, file) => {
  if (isBuiltin(source)) return { found: true, path: null };
  try {
    return { found: true, path: createRequire(file).resolve(source) };
  } catch {
    return { found: false };
  }
};
