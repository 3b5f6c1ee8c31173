/** Vitest setup for the web's tests: they wait for things on a page as long as the other tests do. */
import { configure } from "@testing-library/react";

const PATIENCE_MS = 20_000;

configure({ asyncUtilTimeout: PATIENCE_MS });
