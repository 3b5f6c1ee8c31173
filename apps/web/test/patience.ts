/** Vitest's setup of the web's test files: what is looked for on a page is waited for as long as in the other tests. */
import { configure } from "@testing-library/react";

const PATIENCE_MS = 20_000;

configure({ asyncUtilTimeout: PATIENCE_MS });
