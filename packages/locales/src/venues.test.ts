import { LANGUAGES, VENUE_MANIFESTS } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { readNamespace } from "./index.ts";

describe.each(LANGUAGES)("in %s", (language) => {
  test.each(VENUE_MANIFESTS)("$name has the texts that its manifest promises", ({ name, texts }) => {
    for (const namespace of ["trading", "notices", "orders-csv"] as const) {
      expect(readNamespace(language, namespace)).toHaveProperty(name);
    }
    const accounts = readNamespace(language, "accounts");
    const steps = [1, 2, 3].flatMap((step) => [`step_${step}`, `address_${step}`, `button_${step}`]);
    for (const text of ["key", "secret", ...steps]) expect(accounts).toHaveProperty(`${texts}_${text}`);
  });
});
