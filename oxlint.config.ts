import { defineConfig } from "oxlint";
import { importPolicies, importSettings } from "./scripts/import-rules.ts";

export default defineConfig({
  plugins: ["eslint", "typescript", "unicorn", "oxc", "import", "node", "promise", "vitest"],
  jsPlugins: ["eslint-plugin-boundaries"],
  categories: { correctness: "error", suspicious: "error", perf: "error" },
  options: { typeAware: true },
  settings: importSettings,
  ignorePatterns: ["**/contracts/**", "**/migrations/**"],
  rules: {
    "boundaries/dependencies": ["error", importPolicies],
    "boundaries/no-unknown-files": "error",

    "eslint/eqeqeq": "error",
    "eslint/no-console": "error",
    "eslint/no-restricted-globals": [
      "error",
      { name: "parseFloat", message: "Quantities and prices are decimal strings." },
    ],
    "eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
    "eslint/prefer-const": "error",
    "import/no-cycle": "error",
    "node/no-process-env": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-misused-promises": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    "vitest/expect-expect": ["error", { assertFunctionNames: ["expect*", "fc.assert"] }],
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "unicorn/prefer-node-protocol": "error",

    // A lane sends one after another on purpose.
    "eslint/no-await-in-loop": "off",
    // A short function may reuse a short name.
    "eslint/no-shadow": "off",
    // zod/mini names its functions so.
    "eslint/no-underscore-dangle": "off",
    // CommonJS packages offer their names only on the default export.
    "import/no-named-as-default-member": "off",
    // Meant for Express, which doesn't catch what an async handler throws. Fastify does.
    "oxc/no-async-endpoint-handlers": "off",
    // A matter of taste, not of defects.
    "oxc/no-map-spread": "off",
    "promise/always-return": "off",
    "unicorn/consistent-function-scoping": "off",
    // The compiler knows which functions return on every path.
    "typescript/consistent-return": "off",
    // A property says different things of different cases.
    "vitest/no-conditional-expect": "off",
    // Takes `Promise | undefined`, which Promise.all takes as well, for no promise.
    "typescript/await-thenable": "off",
    // Our parts are plain objects of functions; none of them knows a `this`.
    "typescript/unbound-method": "off",
    // Reading JSON and rows needs them; `any` stays forbidden.
    "typescript/no-unsafe-type-assertion": "off",
  },
  overrides: [
    { files: ["*.config.ts"], rules: { "boundaries/no-unknown-files": "off" } },
    {
      files: ["scripts/**", "bench/**", "**/*.test.ts", "**/*.fixture.ts", "**/test/**"],
      rules: {
        "eslint/no-console": "off",
        "node/no-process-env": "off",
        "typescript/no-non-null-assertion": "off",
        "typescript/require-array-sort-compare": "off",
      },
    },
    // The one place that reads the environment, and those that write to the terminal.
    { files: ["apps/server/src/config.ts"], rules: { "node/no-process-env": "off" } },
    { files: ["**/main.ts", "apps/server/src/sandbox-mode.ts"], rules: { "eslint/no-console": "off" } },
  ],
});
