import { defineConfig } from "oxlint";
import { importPolicies, importSettings } from "./scripts/import-rules.ts";

export default defineConfig({
  plugins: ["eslint", "typescript", "unicorn", "oxc", "import", "node", "promise", "vitest", "react", "jsx-a11y"],
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
    // Including type-only cycles, which are just as hard to read.
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-unassigned-import": ["error", { allow: ["**/*.css"] }],
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

    // A queue sends sequentially on purpose.
    "eslint/no-await-in-loop": "off",
    // A short function may reuse a short name.
    "eslint/no-shadow": "off",
    // zod/mini's function names begin with an underscore.
    "eslint/no-underscore-dangle": "off",
    // CommonJS packages have their names only on the default export.
    "import/no-named-as-default-member": "off",
    // Meant for Express, which doesn't catch errors of async handlers. Fastify does.
    "oxc/no-async-endpoint-handlers": "off",
    // A table laid out as cards must repeat its roles, and a scrolling region must be focusable for keyboard scrolling;
    // `output` and `fieldset` come with unwanted styles and behaviour.
    "jsx-a11y/no-redundant-roles": "off",
    "jsx-a11y/no-interactive-element-to-noninteractive-role": "off",
    "jsx-a11y/no-noninteractive-tabindex": "off",
    "jsx-a11y/prefer-tag-over-role": "off",
    // An effect may depend on a value that it doesn't read.
    "react/exhaustive-effect-dependencies": "off",
    // The compiler imports what JSX needs.
    "react/react-in-jsx-scope": "off",
    // A matter of taste, not of defects.
    "oxc/no-map-spread": "off",
    "promise/always-return": "off",
    "unicorn/consistent-function-scoping": "off",
    // The compiler knows which functions return on every path.
    "typescript/consistent-return": "off",
    // A property test may expect different things in different cases.
    "vitest/no-conditional-expect": "off",
    // Doesn't count `Promise | undefined`, which Promise.all accepts, as a promise.
    "typescript/await-thenable": "off",
    // Our modules are plain objects of functions that don't use `this`.
    "typescript/unbound-method": "off",
    // Reading JSON and rows needs assertions; `any` stays forbidden.
    "typescript/no-unsafe-type-assertion": "off",
  },
  overrides: [
    { files: ["*.config.ts", "deploy/**"], rules: { "boundaries/no-unknown-files": "off" } },
    {
      files: ["scripts/**", "bench/**", "e2e/**", "**/*.test.{ts,tsx}", "**/*.fixture.{ts,tsx}", "**/test/**"],
      rules: {
        "eslint/no-console": "off",
        "node/no-process-env": "off",
        "typescript/no-non-null-assertion": "off",
        "typescript/require-array-sort-compare": "off",
      },
    },
    // The only file of the server that reads the environment, the container's health check, and those that write to the
    // terminal.
    { files: ["apps/server/src/config.ts", "deploy/docker/healthcheck.mjs"], rules: { "node/no-process-env": "off" } },
    {
      files: ["**/main.ts", "apps/server/src/{operator/command-line,sandbox-mode}.ts", "apps/web/src/lib/log.ts"],
      rules: { "eslint/no-console": "off" },
    },
  ],
});
